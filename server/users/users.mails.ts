import { z } from 'zod';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { AccountLinkKind, AccountLinkRow } from '#server/schema/users.tables.ts';

const accountMailPayload = z.object({ tokenId: z.uuid() });
/** A one-time link by e-mail. The token is made when the mail is written, so that nothing but its hash is ever stored. */
export const accountMail: JobKind<z.infer<typeof accountMailPayload>> = {
  name: 'account-mail',
  payload: accountMailPayload,
};

const forgotPayload = z.object({ email: z.string() });
export const forgotPassword: JobKind<z.infer<typeof forgotPayload>> = {
  name: 'forgot-password',
  payload: forgotPayload,
};

const addressChangePayload = z.object({ oldAddress: z.string(), newAddress: z.string() });
/** Tells the address that an account holds that another one was named for the account. */
export const addressChangeMail: JobKind<z.infer<typeof addressChangePayload>> = {
  name: 'address-change-mail',
  payload: addressChangePayload,
};

const linkTemplates: Record<AccountLinkKind, { path: string; template: Template }> = {
  password_reset: {
    path: '/reset-password',
    template: {
      subject: 'Reset your Innspect password',
      paragraphs: ['Somebody, probably you, asked for a new password. The link works once, for {minutes} minutes.'],
      link: { label: 'Choose a new password', url: 'link' },
      closing: ['If it was not you, do nothing: your password stays as it is.'],
    },
  },
  email_verification: {
    path: '/verify-email',
    template: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Somebody, probably you, gave {email} as the address of an Innspect account. Confirm that it is yours: cases ' +
          'that were sent to it can then be linked to your profile.',
      ],
      link: { label: 'Confirm the address', url: 'link' },
      closing: ['If it was not you, do nothing: without you the address is not theirs.'],
    },
  },
  invitation: {
    path: '/invite',
    template: {
      subject: 'You are invited to Innspect',
      paragraphs: ['You are invited to create an Admin/QA account for {email}. The link works once, for seven days.'],
      link: { label: 'Create the account', url: 'link' },
    },
  },
};

const addressChangeTemplate: Template = {
  subject: 'A new e-mail address for your Innspect account',
  paragraphs: [
    '{newAddress} was given as the new address of your account. This one stays until the new one is confirmed.',
    'If it was not you, somebody else is signed in to your account: choose a new password now, which ends that.',
  ],
  link: { label: 'Choose a new password', url: 'link' },
};

export function renderLinkMail(row: AccountLinkRow, token: string, origin: string): Message {
  const { path, template } = linkTemplates[row.kind];
  const { email } = row;
  const minutes = String(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000));
  const link = `${origin}${path}?${new URLSearchParams({ token, email }).toString()}`;
  return renderMail(template, email, { email, minutes, link });
}

export const renderAddressChangeMail = (oldAddress: string, newAddress: string, origin: string): Message =>
  renderMail(addressChangeTemplate, oldAddress, { newAddress, link: `${origin}/forgot-password` });
