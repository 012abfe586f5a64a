import type { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { newCredentialSchema, signedCredentialSchema } from '#contract/passkeys.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type {
  passkeys,
  PasskeyChallengeRow,
  PasskeyPurpose,
  PasskeyRow,
  UserRow,
} from '#server/schema/users.tables.ts';
import * as repository from './passkeys.repository.ts';
import {
  algorithms,
  challengeOf,
  matchesUserHandle,
  passkeyChallengeLifetime,
  userHandleOf,
  type RelyingParty,
} from './passkeys.rules.ts';
import { passkeyNotAccepted, passkeyRefused } from '../users.errors.ts';
import * as users from '../users.repository.ts';

/** Loaded with the first passkey, because it brings a library of certificates. */
const webAuthn = () => import('@simplewebauthn/server');

/** Who may answer a challenge: the browser that requested it, optionally only with a passkey of one account. */
export interface ChallengeOwner {
  purpose: Exclude<PasskeyPurpose, 'add'>;
  browser: string;
  userId?: string;
  sessionId?: string;
  signInId?: string;
}

/** A passkey with a valid signature, whose use is not recorded yet. */
export interface VerifiedPasskey {
  userId: string;
  challenge: PasskeyChallengeRow;
  /** Locks the account and records the use within a change; throws when the passkey was removed or used meanwhile. */
  useUp(change: Change): Promise<UserRow>;
}

/** A signed-in user gets no 401, because the client would take that for the end of the session. */
const refusalOf = (purpose: PasskeyPurpose) => (purpose === 'sign_in' ? passkeyRefused() : passkeyNotAccepted());

type NewPasskey = Omit<typeof passkeys.$inferInsert, 'userId' | 'name'>;

/** The registration and authentication ceremonies of passkeys (WebAuthn). */
export interface PasskeyCeremoniesService {
  beginAdding(actor: Actor, party: RelyingParty): ReturnType<typeof generateRegistrationOptions>;
  /**
   * Verifies a new passkey: the session's own challenge must be signed, for this server, by a verified user. Throws
   * otherwise.
   */
  checkNew(actor: Actor, party: RelyingParty, credential: z.output<typeof newCredentialSchema>): Promise<NewPasskey>;
  beginSigning(asker: ChallengeOwner, party: RelyingParty): ReturnType<typeof generateAuthenticationOptions>;
  /** Verifies the signature of a registered passkey in the same way. */
  checkSigned(
    asker: Pick<ChallengeOwner, 'purpose' | 'browser'>,
    party: RelyingParty,
    credential: z.output<typeof signedCredentialSchema>,
  ): Promise<VerifiedPasskey>;
}

/** Reads a new passkey from a verified registration; throws when the verification fails. */
async function verifyRegistration(
  expectedChallenge: string,
  party: RelyingParty,
  credential: z.output<typeof newCredentialSchema>,
): Promise<NewPasskey> {
  const library = await webAuthn();
  const { verified, registrationInfo: made } = await library.verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('not verified');
  return {
    credentialId: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: credential.response.transports ?? [],
    synced: made.credentialDeviceType === 'multiDevice',
  };
}

/** Reads the counter and sync state from a verified signature; throws when the verification fails. */
async function verifySignature(
  expectedChallenge: string,
  party: RelyingParty,
  credential: z.output<typeof signedCredentialSchema>,
  passkey: PasskeyRow,
): Promise<{ counter: number; synced: boolean }> {
  const library = await webAuthn();
  const { verified, authenticationInfo: used } = await library.verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('wrong signature');
  return { counter: used.newCounter, synced: used.credentialDeviceType === 'multiDevice' };
}

export function createPasskeyCeremoniesService(deps: {
  db: Database;
  logger: Pick<Logger, 'info'>;
}): PasskeyCeremoniesService {
  const { db, logger } = deps;

  const saveChallenge = (
    challenge: string,
    { purpose, browser, ...about }: Omit<ChallengeOwner, 'purpose'> & { purpose: PasskeyPurpose },
  ) =>
    repository.insertChallenge(db, {
      ...about,
      challenge,
      purpose,
      browser: hashToken(browser),
      expiresAt: new Date(Date.now() + passkeyChallengeLifetime),
    });

  /** Takes the signed challenge, which is used up from now on, whatever the result. */
  async function takeChallenge(
    clientDataJSON: string,
    purpose: PasskeyPurpose,
    browser: string,
  ): Promise<PasskeyChallengeRow> {
    const signed = challengeOf(clientDataJSON);
    const row = signed && (await repository.deleteChallenge(db, signed, purpose, hashToken(browser)));
    if (!row) throw refusalOf(purpose);
    return row;
  }

  function refuse(purpose: PasskeyPurpose, userId: string | null, error: unknown): never {
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error);
    logger.info({ userId, reason }, 'passkey refused');
    throw refusalOf(purpose);
  }

  return {
    async beginAdding(actor, party) {
      const known = await repository.listPasskeys(db, actor.id);
      const library = await webAuthn();
      const options = await library.generateRegistrationOptions({
        rpName: 'Innspect',
        rpID: party.id,
        userName: actor.user.username,
        userID: userHandleOf(actor.id),
        timeout: passkeyChallengeLifetime,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const { id: sessionId } = actor.session;
      await saveChallenge(options.challenge, { purpose: 'add', browser: sessionId, userId: actor.id, sessionId });
      return options;
    },

    async checkNew(actor, party, credential) {
      const { challenge } = await takeChallenge(credential.response.clientDataJSON, 'add', actor.session.id);
      return verifyRegistration(challenge, party, credential).catch((error: unknown) => refuse('add', actor.id, error));
    },

    async beginSigning(asker, party) {
      const { userId } = asker;
      const known = userId ? await repository.listPasskeys(db, userId) : null;
      const library = await webAuthn();
      const options = await library.generateAuthenticationOptions({
        rpID: party.id,
        timeout: passkeyChallengeLifetime,
        userVerification: 'required',
        ...(known
          ? { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }
          : {}),
      });
      await saveChallenge(options.challenge, asker);
      return options;
    },

    async checkSigned({ purpose, browser }, party, credential) {
      const { response } = credential;
      const challenge = await takeChallenge(response.clientDataJSON, purpose, browser);
      const passkey = await repository.findByCredential(db, credential.id);
      if (!passkey) return refuse(purpose, null, 'unknown passkey');
      const { userId } = passkey;
      if ((challenge.userId ?? userId) !== userId || !matchesUserHandle(response.userHandle, userId))
        return refuse(purpose, userId, 'passkey of another account');
      const used = await verifySignature(challenge.challenge, party, credential, passkey).catch((error: unknown) =>
        refuse(purpose, userId, error),
      );
      return {
        userId,
        challenge,
        async useUp(change) {
          const locked = await users.lockById(change.tx, userId);
          if (!(await repository.updateUse(change.tx, passkey, used))) throw refusalOf(purpose);
          return locked;
        },
      };
    },
  };
}
