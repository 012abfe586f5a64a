import type { Language } from '#contract/language.ts';
import type { Config } from '#server/config.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import * as links from './account-links.repository.ts';
import type { AccountLinksService } from './account-links.service.ts';
import { emailTaken, verificationLinkNoLongerValid, verificationLinkOfAnotherAccount } from '../users.errors.ts';
import { addressChangeMail } from '../users.mails.ts';
import { sendAccountNotice } from './account-notices.ts';
import * as repository from '../users.repository.ts';
import { emailVerified, placeholderAddress, sameAddress } from '../users.rules.ts';

/*
 * An account owns an address once the link sent to it was opened in a session of that account:
 *
 *   pending (pendingEmail) ──(its link is used)──▶ confirmed (email, emailVerifiedAt)
 *
 * A confirmed address stays valid until the next one is confirmed. In evaluation mode, where mail goes to the outbox,
 * entering an address suffices, and nothing is ever marked as confirmed.
 */
export interface AddressesService {
  /** The account that owns the address. A pending address gives no access to mail or cases. */
  findOwner(db: Executor, email: string): Promise<UserRow | null>;
  /** The language chosen by the user of an address; null when there is none. */
  languageOf(db: Executor, email: string): Promise<Language | null>;
  /** Sets an address as pending and sends its link. Throws 409 when another account owns it. */
  setPending(change: Change, user: UserRow, email: string): Promise<UserRow>;
  /** Confirms the pending address of the caller's account with the token that was sent to it. */
  confirm(actor: Actor, token: string): Promise<void>;
  /** Removes an address from an account that has not confirmed it. */
  release(change: Change, email: string): Promise<void>;
}

export function createAddressesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  accountLinks: AccountLinksService;
}): AddressesService {
  const { config, changes, accountLinks } = deps;

  async function findOwner(db: Executor, email: string): Promise<UserRow | null> {
    const user = await repository.findByEmail(db, email);
    return user && emailVerified(config.mode, user) ? user : null;
  }

  async function release(change: Change, email: string): Promise<void> {
    const owner = await repository.findByEmail(change.tx, email);
    if (!owner) return;
    if (owner.emailVerifiedAt !== null) throw emailTaken();
    await accountLinks.voidAllLinks(change, owner.id);
    const pendingEmail = owner.pendingEmail ?? owner.email;
    await repository.updateUser(change.tx, owner.id, { email: placeholderAddress(owner.id), pendingEmail });
    change.audit('user.address_released', 'user', owner.id);
  }

  async function nameUnconfirmed(change: Change, user: UserRow, email: string): Promise<UserRow> {
    if (!sameAddress(user.email, email)) await accountLinks.voidAllLinks(change, user.id);
    return repository.updateUser(change.tx, user.id, {
      email,
      pendingEmail: null,
      emailVerifiedAt: sameAddress(user.email, email) ? user.emailVerifiedAt : null,
    });
  }

  return {
    findOwner,
    languageOf: async (executor, email) => (await repository.findByEmail(executor, email))?.language ?? null,
    release,
    async setPending(change, user, email) {
      const owner = await findOwner(change.tx, email);
      if (owner && owner.id !== user.id) throw emailTaken();
      if (config.mode === 'evaluation') return nameUnconfirmed(change, user, email);
      if (owner && user.pendingEmail === null) return user;
      const isAgain = user.pendingEmail !== null && sameAddress(user.pendingEmail, email);
      // Links that were sent to the same address stay valid, because the next one may not be sent any more.
      if (!isAgain) await accountLinks.voidAllLinks(change, user.id);
      // Entering the confirmed address again withdraws the pending one.
      if (owner) return repository.updateUser(change.tx, user.id, { pendingEmail: null });
      await accountLinks.issue(change, 'email_verification', { email, userId: user.id });
      if (user.emailVerifiedAt !== null && !isAgain)
        await change.enqueue(addressChangeMail, { oldAddress: user.email, newAddress: email });
      return repository.updateUser(change.tx, user.id, { pendingEmail: email });
    },
    async confirm(actor, token) {
      const hash = hashToken(token);
      const found = await links.findOpenLink(deps.db, 'email_verification', hash);
      if (!found) throw verificationLinkNoLongerValid();
      // The link may belong to an account whose user entered another person's address, and that person opens it now.
      if (found.userId !== actor.id) throw verificationLinkOfAnotherAccount();
      await changes.run(actor.id, async (change) => {
        const user = await repository.lockById(change.tx, actor.id);
        const link = await links.updateToUsed(change.tx, 'email_verification', hash);
        if (!link || !sameAddress(link.email, user.pendingEmail ?? user.email)) throw verificationLinkNoLongerValid();
        if (!sameAddress(link.email, user.email)) await release(change, link.email);
        await accountLinks.voidAllLinks(change, user.id);
        const confirmed = { email: link.email, emailVerifiedAt: new Date(), pendingEmail: null };
        await repository.updateUser(change.tx, user.id, confirmed);
        if (user.emailVerifiedAt !== null && !sameAddress(link.email, user.email)) {
          for (const address of [user, confirmed])
            await sendAccountNotice(change, config.mode, address, 'address_changed');
        }
        change.audit('user.email_verified', 'user', user.id);
      });
    },
  };
}
