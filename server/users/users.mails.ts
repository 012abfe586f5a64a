import { z } from 'zod';
import type { Language } from '#contract/language.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { AccountLinkKind, AccountLinkRow } from '#server/schema/users.tables.ts';
import { passkeysStay } from './accounts/account-notices.ts';

const accountMailPayload = z.object({
  tokenId: z.uuid(),
  /** By what the requests of a link are counted: a network, or a browser that has signed in to the account before. */
  requester: z.object({ name: z.string(), isKnown: z.boolean() }).optional(),
});
export type Requester = NonNullable<z.infer<typeof accountMailPayload>['requester']>;
/** A one-time link by e-mail. The token is created when the mail is written, so that only its hash is ever stored. */
export const accountMail: JobKind<z.infer<typeof accountMailPayload>> = {
  name: 'account-mail',
  payload: accountMailPayload,
};

const forgotPayload = z.object({
  email: z.string(),
  network: z.string().optional(),
  deviceMark: z.string().optional(),
});
export const forgotPassword: JobKind<z.infer<typeof forgotPayload>> = {
  name: 'forgot-password',
  payload: forgotPayload,
};

const addressChangePayload = z.object({ oldAddress: z.string(), newAddress: z.string() });
/** Notifies the confirmed address of an account that a new address was entered. */
export const addressChangeMail: JobKind<z.infer<typeof addressChangePayload>> = {
  name: 'address-change-mail',
  payload: addressChangePayload,
};

const passwordChangedPayload = z.object({
  address: z.string(),
  /** The number of API keys that still work. */
  validKeys: z.number().int().default(0),
});
/** Notifies the confirmed address of an account that its password was changed. */
export const passwordChangedMail: JobKind<z.infer<typeof passwordChangedPayload>> = {
  name: 'password-changed-mail',
  payload: passwordChangedPayload,
};

const linkTemplates: Record<AccountLinkKind, { path: string; template: Template }> = {
  password_reset: {
    path: '/reset-password',
    template: {
      subject: 'Reset your Innspect password',
      paragraphs: ['You asked to reset your Innspect password. The link works once, within {minutes} minutes.'],
      link: { label: 'Choose a new password', url: 'link' },
      closing: ['If you did not ask for this, ignore this e-mail. Your password stays the same.'],
    },
  },
  email_verification: {
    path: '/verify-email',
    template: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Please confirm that {email} is the address of your Innspect account. You can then link the cases that were ' +
          'sent to it.',
      ],
      link: { label: 'Confirm the address', url: 'link' },
      closing: ['If you have no Innspect account, ignore this e-mail.'],
    },
  },
  invitation: {
    path: '/invite',
    template: {
      subject: 'You are invited to Innspect',
      paragraphs: [
        'You are invited to create an Admin/QA account for {email}. The link works once, within seven days.',
      ],
      link: { label: 'Create the account', url: 'link' },
    },
  },
};

const addressChangeTemplate: Template = {
  subject: 'A new e-mail address for your Innspect account',
  paragraphs: [
    'You changed the address of your Innspect account to {newAddress}. This address stays in use until the new one is confirmed.',
    'If you did not change it, somebody else is signed in to your account. Choose a new password now to sign them out.',
  ],
  link: { label: 'Choose a new password', url: 'link' },
};

const passwordChangedTemplate = {
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your Innspect account was changed, and all other devices were signed out.',
    passkeysStay,
    'If you did not change it, somebody else knew it. Choose a new password now to sign them out.',
  ],
  link: { label: 'Choose a new password', url: 'link' },
} satisfies Template;
const keysStillWork: Template = {
  ...passwordChangedTemplate,
  closing: [
    'API keys of your account that still work: {validKeys}. You can revoke them in the settings of your account; choosing a ' +
      'new password by a link revokes all of them.',
  ],
};

export function renderLinkMail(row: AccountLinkRow, token: string, origin: string, language: Language | null): Message {
  const { path, template } = linkTemplates[row.kind];
  const { email } = row;
  const minutes = String(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000));
  const link = `${origin}${path}?${new URLSearchParams({ token, email }).toString()}`;
  return renderMail(template, email, { email, minutes, link }, language);
}

export const renderAddressChangeMail = (
  oldAddress: string,
  newAddress: string,
  origin: string,
  language: Language | null,
): Message =>
  renderMail(addressChangeTemplate, oldAddress, { newAddress, link: `${origin}/forgot-password` }, language);

export const renderPasswordChangedMail = (
  { address, validKeys }: z.infer<typeof passwordChangedPayload>,
  origin: string,
  language: Language | null,
): Message =>
  renderMail(
    validKeys > 0 ? keysStillWork : passwordChangedTemplate,
    address,
    { link: `${origin}/forgot-password`, validKeys: String(validKeys) },
    language,
  );
