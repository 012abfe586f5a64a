import type { Config } from '#server/config.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { AccountLinkRow } from '#server/schema/users.tables.ts';
import * as links from './account-links.repository.ts';
import type { AccountLinksService } from './account-links.service.ts';
import type { AddressesService } from './addresses.service.ts';
import {
  invitationNoLongerValid,
  invitationNotFound,
  invitationOfAnotherAddress,
  invitedAddressHasAccount,
  proofNeeded,
} from '../users.errors.ts';
import * as repository from '../users.repository.ts';
import { mayBeAdmin, needsProof, sameAddress } from '../users.rules.ts';

export interface InvitationsService {
  /**
   * Invites the owner of the address to an Admin/QA account; once it is sent, it replaces an earlier invitation to it. In production it throws
   * 403 without recent re-authentication; in evaluation mode an invitation gives nothing that people cannot take.
   */
  invite(actor: Actor, email: string): Promise<{ id: string; email: string; expiresAt: Date }>;
  /** The invitations that can still be used, newest first. */
  list(): ReturnType<typeof links.listOpenInvitations>;
  find(actor: Actor, id: string): Promise<Authorized<AccountLinkRow> | null>;
  /** Voids an invitation, such as one to a mistyped address. Asks for the same proof as inviting. */
  revoke(actor: Actor, invitation: Authorized<AccountLinkRow>): Promise<void>;
  /**
   * Uses an invitation. Throws when it is not open, was sent to another address, or its sender is no longer an admin.
   */
  redeem(change: Change, token: string, email: string): Promise<void>;
}

export function createInvitationsService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  accountLinks: AccountLinksService;
  addresses: AddressesService;
}): InvitationsService {
  const { db, config, changes, accountLinks, addresses } = deps;

  function requireProof(actor: Actor): void {
    if (config.mode === 'production' && needsProof(actor.session)) throw proofNeeded();
  }

  return {
    async invite(actor, email) {
      requireProof(actor);
      return changes.run(actor.id, async (change) => {
        if (await addresses.findOwner(change.tx, email)) throw invitedAddressHasAccount();
        const row = await accountLinks.issue(change, 'invitation', { email, invitedBy: actor.id });
        change.audit('user.invited', 'invitation', row.id, { email });
        return { id: row.id, email, expiresAt: row.expiresAt };
      });
    },
    list: () => links.listOpenInvitations(db),
    async find(_actor, id) {
      const row = await links.findOpenInvitation(db, id);
      return row && authorize(row);
    },
    async revoke(actor, { id, email }) {
      requireProof(actor);
      await changes.run(actor.id, async (change) => {
        if (!(await links.updateOneToVoid(change.tx, id))) throw invitationNotFound();
        change.audit('user.invitation_revoked', 'invitation', id, { email });
      });
    },
    async redeem(change, token, email) {
      const link = await links.updateToUsed(change.tx, 'invitation', hashToken(token));
      const sender = link?.invitedBy ? await repository.findById(change.tx, link.invitedBy) : null;
      if (!link || !sender || sender.disabledAt || !mayBeAdmin(config.mode, sender)) throw invitationNoLongerValid();
      if (!sameAddress(link.email, email)) throw invitationOfAnotherAddress();
    },
  };
}
