import type { Language } from '#contract/language.ts';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { emailVerified } from '../users.rules.ts';

/** Changes to an account that are mailed to its user, because somebody else may have made them. */
const notices = [
  'disabled',
  'erased',
  'enabled',
  'admin_withdrawn',
  'signed_out',
  'address_changed',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'api_key_created',
  'api_key_revoked',
  'provider_tied',
  'passkey_added',
  'passkey_removed',
] as const;
type AccountNotice = (typeof notices)[number];

const payload = z.object({ address: z.string(), notice: z.enum(notices) });
export const accountNoticeMail: JobKind<z.infer<typeof payload>> = { name: 'account-notice-mail', payload };

/** Part of each mail about a new password, because an intruder may have added a passkey. */
export const passkeysStay =
  'Passkeys still sign in. Look at them in the settings of your account, and remove any that is not yours.';
const signIn = { label: 'Sign in', url: 'signIn' };
const notYou = 'If this was not you, choose a new password at once and tell an admin of your organization.';
const askAnAdmin = 'If you did not expect this, ask an admin of your organization.';

const templates: Record<AccountNotice, Template> = {
  disabled: {
    subject: 'Your Innspect account is disabled',
    paragraphs: ['An admin disabled your Innspect account. You are signed out everywhere and cannot sign in.'],
    closing: [`Your inspections and photos are kept. ${askAnAdmin}`],
  },
  erased: {
    subject: 'Your Innspect account is being erased',
    paragraphs: [
      'Your Innspect account is closed, and your name and address are being taken out of everything. This cannot be undone.',
      'Inspections, photos and plans stay, without your name. This is our last message to you.',
    ],
    closing: [askAnAdmin],
  },
  enabled: {
    subject: 'Your Innspect account is enabled again',
    paragraphs: ['An admin enabled your Innspect account again. You can sign in with your password.'],
    link: signIn,
  },
  admin_withdrawn: {
    subject: 'You are no longer an Innspect admin',
    paragraphs: [
      'An admin withdrew the admin right of your Innspect account. You are signed out everywhere and can sign in as a ' +
        'property owner.',
    ],
    link: signIn,
    closing: [askAnAdmin],
  },
  signed_out: {
    subject: 'You were signed out of Innspect everywhere',
    paragraphs: ['An admin ended all sessions of your Innspect account. You can sign in again with your password.'],
    link: signIn,
    closing: ['If somebody else may know your password, choose a new one in the settings after you sign in.'],
  },
  address_changed: {
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      'The new e-mail address of your Innspect account was confirmed. Mail about your account and your cases goes there from now on.',
    ],
    closing: [notYou],
  },
  password_reset: {
    subject: 'A new password was chosen',
    paragraphs: [
      'A new password of your Innspect account was chosen by a link that was sent to this address. All devices were signed ' +
        'out, and any API keys were revoked.',
      passkeysStay,
    ],
    closing: [
      'If this was not you, somebody else reads your mail. Change the password of your mailbox first, then the one of Innspect.',
    ],
  },
  second_factor_on: {
    subject: 'An authenticator app was turned on',
    paragraphs: [
      'Signing in to your Innspect account now takes a code of the authenticator app, and all other devices were signed out.',
      'Keep the recovery codes where you find them without your phone.',
    ],
    closing: [notYou],
  },
  second_factor_off: {
    subject: 'The authenticator app was turned off',
    paragraphs: ['Signing in to your Innspect account no longer needs a code. Your password is enough.'],
    closing: [notYou],
  },
  second_factor_removed: {
    subject: 'An admin removed your second factor',
    paragraphs: [
      'An admin removed the authenticator app and the passkeys of your Innspect account and ended all sessions. You can sign ' +
        'in with your password alone and set up an app or a passkey again.',
    ],
    link: signIn,
    closing: [askAnAdmin],
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were made',
    paragraphs: ['Your Innspect account has ten new recovery codes. The earlier ones stop working.'],
    closing: [notYou],
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    paragraphs: ['A recovery code of your Innspect account was used in place of a code of the authenticator app.'],
    closing: [notYou],
  },
  api_key_created: {
    subject: 'An API key was made',
    paragraphs: [
      'An API key of your Innspect account was made. A program that has it can do what you can, within the rights of the key.',
    ],
    closing: [`${notYou} The settings of your account list your API keys and revoke them.`],
  },
  api_key_revoked: {
    subject: 'An admin revoked an API key of yours',
    paragraphs: ['An admin revoked an API key of your Innspect account. Programs that use it are refused from now on.'],
    closing: [askAnAdmin],
  },
  provider_tied: {
    subject: 'Your company’s sign-in was connected',
    paragraphs: [
      'Your company’s sign-in was connected to your Innspect account. Signing in there as you now also signs in here.',
    ],
    closing: [notYou],
  },
  passkey_added: {
    subject: 'A passkey was added',
    paragraphs: [
      'A passkey was added to your Innspect account. It is enough to sign in; your password alone no longer is.',
    ],
    closing: [`${notYou} Then remove this passkey in the settings of your account, because a new password leaves it.`],
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    paragraphs: ['A passkey of your Innspect account was removed and can no longer sign in.'],
    closing: [notYou],
  },
};

export const renderNotice = (
  address: string,
  notice: AccountNotice,
  origin: string,
  language: Language | null,
): Message => renderMail(templates[notice], address, { signIn: `${origin}/auth` }, language);

/** Sends the notice to the account's confirmed address; without one, nothing is sent. */
export async function sendAccountNotice(
  change: Change,
  mode: Config['mode'],
  user: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
  notice: AccountNotice,
): Promise<void> {
  if (emailVerified(mode, user)) await change.enqueue(accountNoticeMail, { address: user.email, notice });
}
