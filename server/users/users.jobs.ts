import { z } from 'zod';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer, Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/queue.ts';
import { byEmail, renewToken } from './users.repository.ts';
import { tokenLife } from './users.rules.ts';
import { accountTokens, type accountTokenKinds } from './users.tables.ts';

const mailRetries = { retryLimit: 5, retryDelaySeconds: 30, timeoutSeconds: 60 };

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

const templates: Record<(typeof accountTokenKinds)[number], { path: string; template: Template }> = {
  password_reset: {
    path: '/reset-password',
    template: {
      subject: 'Reset your Innspect password',
      paragraphs: ['Somebody, probably you, asked for a new password. The link works once, for one hour.'],
      link: { label: 'Choose a new password', url: 'link' },
      closing: ['If it was not you, do nothing: your password stays as it is.'],
    },
  },
  email_verification: {
    path: '/verify-email',
    template: {
      subject: 'Confirm your e-mail address',
      paragraphs: ['Confirm that {email} is yours. Cases that were sent to it can then be linked to your profile.'],
      link: { label: 'Confirm the address', url: 'link' },
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

function tokenMail(kind: (typeof accountTokenKinds)[number], email: string, token: string, origin: string): Message {
  const { path, template } = templates[kind];
  const link = `${origin}${path}?${new URLSearchParams({ token, email }).toString()}`;
  return renderMail(template, email, { email, link });
}

export function userJobs(deps: { db: Database; changes: Changes; mailer: Mailer; origin: () => string }) {
  const sendMail: JobDefinition<z.infer<typeof accountMailPayload>> = {
    ...accountMail,
    ...mailRetries,
    async run({ tokenId }) {
      const token = randomToken();
      const row = await renewToken(deps.db, tokenId, hashToken(token));
      if (row) await deps.mailer.send(tokenMail(row.kind, row.email, token, deps.origin()));
    },
  };
  const forgot: JobDefinition<z.infer<typeof forgotPayload>> = {
    ...forgotPassword,
    ...mailRetries,
    async run({ email }) {
      const user = await byEmail(deps.db, email);
      if (!user) return;
      const token = randomToken();
      const expiresAt = new Date(Date.now() + tokenLife.password_reset);
      await deps.changes.run(user.id, async (change) => {
        await change.tx.insert(accountTokens).values({
          kind: 'password_reset',
          tokenHash: hashToken(token),
          email: user.email,
          userId: user.id,
          expiresAt,
        });
        change.audit('user.password_reset_requested', 'user', user.id);
      });
      await deps.mailer.send(tokenMail('password_reset', user.email, token, deps.origin()));
    },
  };
  return [sendMail, forgot];
}
