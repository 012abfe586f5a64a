import type { z } from 'zod';
import type { newPasskeySchema } from '#contract/passkeys.ts';
import type { Config } from '#server/config.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { changedMeanwhile } from '#server/platform/http/http.errors.ts';
import { requestClient } from '#server/platform/http/request-client.ts';
import type { PasskeyRow, SessionRow } from '#server/schema/users.tables.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import { clientInWords } from '../sign-in/clients.rules.ts';
import { afterRemovedFactor } from '../second-factor/last-factor.ts';
import type { PasskeyCeremoniesService } from './passkey-ceremonies.service.ts';
import * as repository from './passkeys.repository.ts';
import { maxPasskeys, type RelyingParty } from './passkeys.rules.ts';
import { newCodes } from '../second-factor/recovery-codes.ts';
import { deleteChallengesOf, saveRecoveryCodes } from '../second-factor/second-factor.repository.ts';
import type { SessionsService } from '../sign-in/sessions.service.ts';
import { passkeyKnown, passkeyNotFound, proofNeeded, tooManyPasskeys } from '../users.errors.ts';
import * as users from '../users.repository.ts';
import { needsProof } from '../users.rules.ts';

export interface AddedPasskey {
  passkey: PasskeyRow;
  /** Set when the account had no second factor before: its other sessions end, and the caller's is renewed. */
  first: { recoveryCodes: string[]; renewed: { token: string; session: SessionRow } } | null;
}

/** The passkeys of the caller. */
export interface PasskeysService {
  list(actor: Actor): Promise<PasskeyRow[]>;
  find(actor: Actor, id: string): Promise<Authorized<PasskeyRow> | null>;
  /** Starts adding a passkey. Throws 403 without recent re-authentication. */
  begin(actor: Actor, party: RelyingParty): ReturnType<PasskeyCeremoniesService['beginAdding']>;
  add(actor: Actor, party: RelyingParty, input: z.output<typeof newPasskeySchema>): Promise<AddedPasskey>;
  rename(actor: Actor, passkey: Authorized<PasskeyRow>, name: string): Promise<PasskeyRow>;
  /** Throws 403 like `begin`, and 409 for the last second factor of an admin who must have one. */
  remove(actor: Actor, passkey: Authorized<PasskeyRow>): Promise<void>;
}

export function createPasskeysService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  passwords: Passwords;
  ceremonies: PasskeyCeremoniesService;
  sessions: SessionsService;
}): PasskeysService {
  const { db, config, changes, passwords, ceremonies, sessions } = deps;
  return {
    list: (actor) => repository.listPasskeys(db, actor.id),

    async find(actor, id) {
      const passkey = await repository.findPasskey(db, actor.id, id);
      return passkey && authorize(passkey);
    },

    async begin(actor, party) {
      if (needsProof(actor.session)) throw proofNeeded();
      if ((await repository.countPasskeys(db, actor.id)) >= maxPasskeys) throw tooManyPasskeys();
      return ceremonies.beginAdding(actor, party);
    },

    async add(actor, party, { credential, name }) {
      const made = await ceremonies.checkNew(actor, party, credential);
      const fresh = actor.user.secondFactorAt ? null : await newCodes(passwords);
      return changes.run(actor.id, async (change) => {
        const user = await users.lockById(change.tx, actor.id);
        const count = await repository.countPasskeys(change.tx, user.id);
        if (count >= maxPasskeys) throw tooManyPasskeys();
        const named = name ?? clientInWords(requestClient()?.program ?? null)?.slice(0, 60) ?? 'Passkey';
        const passkey = await repository.insertPasskey(change.tx, { ...made, userId: user.id, name: named });
        if (!passkey) throw passkeyKnown();
        change.audit('user.passkey_added', 'user', user.id, { passkeyId: passkey.id });
        await sendAccountNotice(change, config.mode, user, 'passkey_added');
        if (user.secondFactorAt) return { passkey, first: null };
        // Removed in another window after this call began.
        if (!fresh) throw changedMeanwhile();
        await saveRecoveryCodes(change.tx, user.id, fresh.hashes);
        await users.updateUser(change.tx, user.id, { secondFactorAt: new Date() });
        const renewed = await sessions.replaceAllSessions(change, actor);
        return { passkey, first: { recoveryCodes: fresh.codes, renewed } };
      });
    },

    rename: (actor, passkey, name) =>
      changes.run(actor.id, async (change) => {
        change.audit('user.passkey_renamed', 'user', actor.id, { passkeyId: passkey.id });
        return repository.updateName(change.tx, passkey.id, name);
      }),

    async remove(actor, passkey) {
      if (needsProof(actor.session)) throw proofNeeded();
      await changes.run(actor.id, async (change) => {
        const user = await users.lockById(change.tx, actor.id);
        if (!(await repository.deletePasskey(change.tx, passkey.id))) throw passkeyNotFound();
        await afterRemovedFactor(change, config, user);
        await deleteChallengesOf(change.tx, user.id);
        change.audit('user.passkey_removed', 'user', user.id, { passkeyId: passkey.id });
        await sendAccountNotice(change, config.mode, user, 'passkey_removed');
      });
    },
  };
}
