import type { z } from 'zod';
import type { signedCredentialSchema } from '#contract/passkeys.ts';
import type { PasswordAndCode, proofSchema } from '#contract/second-factor.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import type { PasskeyCeremoniesService } from '../passkeys/passkey-ceremonies.service.ts';
import type { RelyingParty } from '../passkeys/passkeys.rules.ts';
import type { PasswordCheckService } from '../passwords/password-check.service.ts';
import type { ValidCode, SecondFactorCheckService } from '../second-factor/second-factor-check.service.ts';
import type { SessionsService } from './sessions.service.ts';
import { currentPasswordWrong, secondFactorIsOff } from '../users.errors.ts';
import * as repository from '../users.repository.ts';

/** Re-authentication before changes to what protects the account, in case somebody else uses the open session. */
export interface ProofsService {
  /** Returns the account if the typed password is right; throws 403 for a wrong one. */
  withPassword(actor: Actor, typed: string, clientAddress: string): Promise<UserRow>;
  /**
   * Returns a code, to be used up in the change for which it was typed. Throws 403 when either is wrong, 409 without a
   * second factor.
   */
  withPasswordAndCode(actor: Actor, input: PasswordAndCode, clientAddress: string): Promise<ValidCode>;
  /** Records in the session that the password, or a code, was typed now. */
  prove(actor: Actor, input: z.output<typeof proofSchema>, clientAddress: string): Promise<void>;
  /** The same with a passkey of the user. */
  beginPasskey(actor: Actor, party: RelyingParty): ReturnType<PasskeyCeremoniesService['beginSigning']>;
  provePasskey(actor: Actor, party: RelyingParty, credential: z.output<typeof signedCredentialSchema>): Promise<void>;
}

export function createProofsService(deps: {
  db: Database;
  changes: Changes;
  passwordCheck: PasswordCheckService;
  secondFactorCheck: SecondFactorCheckService;
  ceremonies: PasskeyCeremoniesService;
  sessions: SessionsService;
}): ProofsService {
  const { db, changes, passwordCheck, secondFactorCheck, ceremonies, sessions } = deps;

  async function withPassword(actor: Actor, typed: string, clientAddress: string): Promise<UserRow> {
    const user = await repository.findById(db, actor.id);
    const isRight = await passwordCheck.isRight(user, actor.user.username, typed, {
      clientAddress,
      ownDevice: actor.session.id,
    });
    if (!isRight || !user) throw currentPasswordWrong();
    return user;
  }

  const note = async (change: Change, actor: Actor) => {
    await sessions.prove(change, actor);
    change.audit('user.proven', 'user', actor.id);
  };

  async function proveByCode(actor: Actor, typed: string): Promise<void> {
    const user = await repository.findById(db, actor.id);
    if (!user?.secondFactorAt) throw secondFactorIsOff();
    const code = await secondFactorCheck.check(user, typed);
    await changes.run(actor.id, async (change) => {
      await code.useUp(change);
      await note(change, actor);
    });
    await code.refund();
  }

  return {
    withPassword,

    async withPasswordAndCode(actor, input, clientAddress) {
      const user = await withPassword(actor, input.currentPassword, clientAddress);
      if (!user.secondFactorAt) throw secondFactorIsOff();
      const code = await secondFactorCheck.check(user, input.code);
      return {
        ...code,
        async useUp(change) {
          const locked = await code.useUp(change);
          // The password was replaced while the code was being checked.
          if (locked.password !== user.password) throw currentPasswordWrong();
          return locked;
        },
      };
    },

    async prove(actor, { currentPassword, code }, clientAddress) {
      if (currentPassword === undefined) return proveByCode(actor, code ?? '');
      await withPassword(actor, currentPassword, clientAddress);
      await changes.run(actor.id, (change) => note(change, actor));
    },

    beginPasskey: ({ id, session }, party) =>
      ceremonies.beginSigning({ purpose: 'proof', browser: session.id, userId: id, sessionId: session.id }, party),

    async provePasskey(actor, party, credential) {
      const right = await ceremonies.checkSigned({ purpose: 'proof', browser: actor.session.id }, party, credential);
      await changes.run(actor.id, async (change) => {
        await right.useUp(change);
        await note(change, actor);
      });
    },
  };
}
