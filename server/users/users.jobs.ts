import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import { hashToken, markedDevice, randomToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { AccountLinkRow } from '#server/schema/users.tables.ts';
import { AppError } from '#server/platform/http/problem.ts';
import * as links from './accounts/account-links.repository.ts';
import type { AccountLinksService } from './accounts/account-links.service.ts';
import { accountNoticeMail, renderNotice } from './accounts/account-notices.ts';
import type { AddressesService } from './accounts/addresses.service.ts';
import type { SessionsService } from './sign-in/sessions.service.ts';
import {
  accountMail,
  addressChangeMail,
  forgotPassword,
  passwordChangedMail,
  renderAddressChangeMail,
  renderLinkMail,
  renderPasswordChangedMail,
} from './users.mails.ts';
import { linksPerHour } from './users.rules.ts';

const mailRetries = { retryLimit: 5, retryDelaySeconds: 30, timeoutSeconds: 60 };
const hour = 3_600_000;
type PayloadOf<Kind> = Kind extends { payload: { _output: infer Payload } } ? Payload : never;

/**
 * Limited per address, otherwise strangers could flood a mailbox by entering its address repeatedly, and per requester,
 * otherwise one stranger could use up what others need. Nobody uses up the links of a browser that its user has signed
 * in with before. A link for a new password works for whoever has the mailbox, so beyond the limit one is sent when none
 * was for half of its life: whoever is refused has one there that still works.
 */
async function mayBeSent(
  { db, limits }: { db: Database; limits: Limits },
  row: AccountLinkRow,
  asked: string,
  isKnown: boolean,
): Promise<boolean> {
  try {
    await limits.links.consume(asked);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
  if (isKnown) return true;
  const { createdAt, expiresAt, kind } = row;
  // Later links do not count, so that the first links of a burst are sent.
  const countSince = (milliseconds: number) =>
    links.countLinksTo(db, row, new Date(createdAt.getTime() - milliseconds), createdAt);
  if ((await countSince(hour)) <= linksPerHour) return true;
  return kind === 'password_reset' && (await countSince((expiresAt.getTime() - createdAt.getTime()) / 2)) === 1;
}

export function userJobs(deps: {
  db: Database;
  config: Pick<Config, 'sessionSecret'>;
  limits: Limits;
  changes: Changes;
  mailer: Mailer;
  origin: () => string;
  accountLinks: AccountLinksService;
  addresses: AddressesService;
  sessions: SessionsService;
}) {
  const languageOf = (address: string) => deps.addresses.languageOf(deps.db, address);
  const sendLink: JobDefinition<PayloadOf<typeof accountMail>> = {
    ...accountMail,
    ...mailRetries,
    async run({ tokenId, requester }) {
      const token = randomToken();
      const row = await links.updateToken(deps.db, tokenId, hashToken(token));
      if (!row) return;
      const asked = `${row.kind} ${row.email.toLowerCase()} ${requester?.name ?? ''}`;
      // One that is not sent does not count among the links to the address.
      if (!(await mayBeSent(deps, row, asked, requester?.isKnown ?? false))) return links.deleteLink(deps.db, row.id);
      // Only now, because an invitation that is not sent replaces none.
      if (row.kind === 'invitation') await links.updateInvitationsToVoid(deps.db, row);
      try {
        const language = await languageOf(row.email);
        await deps.mailer.send(renderLinkMail(row, token, deps.origin(), language));
      } catch (error) {
        await deps.limits.links.refund(asked);
        throw error;
      }
    },
  };
  const forgot: JobDefinition<PayloadOf<typeof forgotPassword>> = {
    ...forgotPassword,
    ...mailRetries,
    async run({ email, network, deviceMark }) {
      const user = await deps.addresses.findOwner(deps.db, email);
      if (!user || user.disabledAt) return;
      const device = markedDevice(deps.config.sessionSecret, user, deviceMark);
      const requester = { name: device ?? network ?? '', isKnown: device !== null };
      await deps.changes.run(user.id, async (change) => {
        await deps.accountLinks.issue(change, 'password_reset', { email: user.email, userId: user.id }, requester);
        change.audit('user.password_reset_requested', 'user', user.id);
      });
    },
  };
  const notifyOldAddress: JobDefinition<PayloadOf<typeof addressChangeMail>> = {
    ...addressChangeMail,
    ...mailRetries,
    async run({ oldAddress, newAddress }) {
      const language = await languageOf(oldAddress);
      await deps.mailer.send(renderAddressChangeMail(oldAddress, newAddress, deps.origin(), language));
    },
  };
  const tellPasswordChanged: JobDefinition<PayloadOf<typeof passwordChangedMail>> = {
    ...passwordChangedMail,
    ...mailRetries,
    run: async (change) =>
      deps.mailer.send(renderPasswordChangedMail(change, deps.origin(), await languageOf(change.address))),
  };
  const sendNotice: JobDefinition<PayloadOf<typeof accountNoticeMail>> = {
    ...accountNoticeMail,
    ...mailRetries,
    run: async ({ address, notice }) =>
      deps.mailer.send(renderNotice(address, notice, deps.origin(), await languageOf(address))),
  };
  const sweep: JobDefinition<object> = {
    name: 'sweep-sessions',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '20 4 * * *',
    async run() {
      await deps.sessions.sweep();
      // Later than they expire, because the links of the last hour to an address are counted.
      await links.deleteExpiredBefore(deps.db, new Date(Date.now() - 24 * hour));
    },
  };
  return [sendLink, forgot, notifyOldAddress, tellPasswordChanged, sendNotice, sweep];
}
