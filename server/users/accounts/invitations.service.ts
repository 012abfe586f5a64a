import type { Config } from '#server/config.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import * as links from './account-links.repository.ts';
import type { AccountLinksService } from './account-links.service.ts';
import type { AddressesService } from './addresses.service.ts';
import {
  invitationNoLongerValid,
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
  /**
   * Uses an invitation. Throws when it is not open, was sent to another address, or its sender is no longer an admin.
   */
  redeem(change: Change, token: string, email: string): Promise<void>;
}

export function createInvitationsService(deps: {
  config: Config;
  changes: Changes;
  accountLinks: AccountLinksService;
  addresses: AddressesService;
}): InvitationsService {
  const { config, changes, accountLinks, addresses } = deps;
  return {
    async invite(actor, email) {
      if (config.mode === 'production' && needsProof(actor.session)) throw proofNeeded();
      return changes.run(actor.id, async (change) => {
        if (await addresses.findOwner(change.tx, email)) throw invitedAddressHasAccount();
        const row = await accountLinks.issue(change, 'invitation', { email, invitedBy: actor.id });
        change.audit('user.invited', 'invitation', row.id, { email });
        return { id: row.id, email, expiresAt: row.expiresAt };
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
