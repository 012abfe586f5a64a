import type { z } from 'zod';
import type { passkeySignInSchema } from '#contract/passkeys.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { ChallengeRow } from '#server/schema/users.tables.ts';
import type { PasskeyCeremoniesService } from './passkey-ceremonies.service.ts';
import { countPasskeys } from './passkeys.repository.ts';
import type { RelyingParty } from './passkeys.rules.ts';
import * as secondFactor from '../second-factor/second-factor.repository.ts';
import type { SignedIn, SignInService } from '../sign-in/sign-in.service.ts';
import { challengeEnded, passkeyRefused } from '../users.errors.ts';

/**
 * The browser that signs in, identified by an id that it has before signing in, and by its sign-in that waits for a
 * code.
 */
export interface SignInBrowser {
  id: string;
  waiting: string | undefined;
}

/** Signs in with a passkey alone, or with one instead of the code that follows the password. */
export interface PasskeySignInService {
  /** Which second factors can complete the sign-in that waits in this browser. */
  waitingFor(browser: SignInBrowser): Promise<{ app: boolean; passkey: boolean }>;
  begin(
    browser: SignInBrowser,
    party: RelyingParty,
    choice: { afterPassword: boolean; clientAddress: string },
  ): ReturnType<PasskeyCeremoniesService['beginSigning']>;
  finish(
    browser: SignInBrowser,
    party: RelyingParty,
    input: z.output<typeof passkeySignInSchema>,
    previous: Actor | null,
  ): Promise<SignedIn>;
}

export function createPasskeySignInService(deps: {
  db: Database;
  changes: Changes;
  limits: Limits;
  ceremonies: PasskeyCeremoniesService;
  signIn: SignInService;
}): PasskeySignInService {
  const { db, changes, limits, ceremonies, signIn } = deps;

  const findWaiting = async ({ waiting }: SignInBrowser): Promise<ChallengeRow | null> =>
    waiting ? secondFactor.findChallenge(db, hashToken(waiting)) : null;

  return {
    async waitingFor(browser) {
      const waiting = await findWaiting(browser);
      if (!waiting) return { app: false, passkey: false };
      const app = (await secondFactor.findFactor(db, waiting.userId)) !== null;
      return { app, passkey: (await countPasskeys(db, waiting.userId)) > 0 };
    },

    async begin(browser, party, { afterPassword, clientAddress }) {
      await limits.passkeys.consume(clientAddress);
      const asker = { purpose: 'sign_in', browser: browser.id } as const;
      if (!afterPassword) return ceremonies.beginSigning(asker, party);
      const waiting = await findWaiting(browser);
      if (!waiting) throw challengeEnded();
      return ceremonies.beginSigning({ ...asker, userId: waiting.userId, signInId: waiting.id }, party);
    },

    async finish(browser, party, input, previous) {
      const right = await ceremonies.checkSigned({ purpose: 'sign_in', browser: browser.id }, party, input.credential);
      const { signInId } = right.challenge;
      const waiting = signInId ? await findWaiting(browser) : null;
      if (signInId && waiting?.id !== signInId) throw challengeEnded();
      return changes.run(right.userId, async (change) => {
        const user = await right.useUp(change);
        if (user.disabledAt) throw passkeyRefused();
        if (waiting && !(await secondFactor.deleteChallenge(change.tx, waiting.id))) throw challengeEnded();
        const { role, remember } = waiting ?? { role: input.role, remember: input.rememberMe };
        return signIn.startSession(change, user, { role, remember, by: 'passkey' }, previous);
      });
    },
  };
}
