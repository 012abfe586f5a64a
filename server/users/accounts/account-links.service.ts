import type { Config } from '#server/config.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import { requestClient } from '#server/platform/http/request-client.ts';
import { hashToken, randomToken } from '#server/platform/auth/tokens.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { AccountLinkKind, AccountLinkRow } from '#server/schema/users.tables.ts';
import * as repository from './account-links.repository.ts';
import { accountMail, type Requester } from '../users.mails.ts';
import { linkLifetime } from '../users.rules.ts';

export interface AccountLinksService {
  /** Creates a one-time link; a job sends it to the address to which it is bound. */
  issue(
    change: Change,
    kind: AccountLinkKind,
    to: { email: string; userId?: string; invitedBy?: string },
    /** Who asked for it, by default the network of the request. */
    requester?: Requester,
  ): Promise<AccountLinkRow>;
  /** Voids every open link of an account. */
  voidAllLinks(change: Change, userId: string): Promise<void>;
  /** Voids the open links that reset the password; a link that confirms an address stays valid. */
  voidResetLinks(change: Change, userId: string): Promise<void>;
}

function networkOfRequest(): Requester | undefined {
  const client = requestClient();
  return client ? { name: clientNetwork(client.address), isKnown: false } : undefined;
}

export function createAccountLinksService(deps: { config: Config }): AccountLinksService {
  const lives: Record<AccountLinkKind, number> = {
    password_reset: deps.config.passwordResetMinutes * 60_000,
    email_verification: linkLifetime,
    invitation: linkLifetime,
  };
  return {
    async issue(change, kind, to, requester = networkOfRequest()) {
      const row = await repository.insertLink(change.tx, {
        kind,
        ...to,
        // A random placeholder, because the mail job creates the real token and stores its hash.
        tokenHash: hashToken(randomToken()),
        expiresAt: new Date(Date.now() + lives[kind]),
      });
      await change.enqueue(accountMail, { tokenId: row.id, requester });
      return row;
    },
    async voidAllLinks(change, userId) {
      await repository.updateToVoid(change.tx, userId);
    },
    async voidResetLinks(change, userId) {
      await repository.updateToVoid(change.tx, userId, 'password_reset');
    },
  };
}
