import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { emailVerified } from './users.rules.ts';

/** What happened to an account that its person is told of by mail, because somebody else may have done it. */
const notices = ['disabled', 'enabled', 'admin_withdrawn', 'signed_out'] as const;
type AccountNotice = (typeof notices)[number];

const payload = z.object({ address: z.string(), notice: z.enum(notices) });
export const accountNoticeMail: JobKind<z.infer<typeof payload>> = { name: 'account-notice-mail', payload };

const signIn = { label: 'Sign in', url: 'signIn' };
const askAnAdmin = 'If you did not expect this, ask an admin of your organization.';

const templates: Record<AccountNotice, Template> = {
  disabled: {
    subject: 'Your Innspect account is disabled',
    paragraphs: ['An admin disabled your Innspect account. You are signed out everywhere and cannot sign in.'],
    closing: [`Your inspections and photos are kept. ${askAnAdmin}`],
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
};

export const renderNotice = (address: string, notice: AccountNotice, origin: string): Message =>
  renderMail(templates[notice], address, { signIn: `${origin}/auth` });

/** Sends the notice to the confirmed address of the account; nobody is told where there is none. */
export async function tell(
  change: Change,
  mode: Config['mode'],
  user: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
  notice: AccountNotice,
): Promise<void> {
  if (emailVerified(mode, user)) await change.enqueue(accountNoticeMail, { address: user.email, notice });
}
