import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  newPasskeyOptionsSchema,
  newPasskeySchema,
  passkeyAddedSchema,
  passkeyListSchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeyProofSchema,
  passkeySchema,
  passkeySignInOptionsSchema,
  passkeySignInSchema,
  waitingSignInSchema,
} from '#contract/passkeys.ts';
import { sessionAnswerSchema } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import {
  clearChallengeCookie,
  cookieOf,
  setSessionCookie,
  visitorId,
  type CookieOptions,
} from '#server/platform/auth/cookies.ts';
import { csrfTokenOf } from '#server/platform/auth/tokens.ts';
import { anybody, readerOf, route, signedIn, signedInDuringSetup } from '#server/platform/http/route.ts';
import type { PasskeySignInService } from './passkey-sign-in.service.ts';
import { relyingPartyOf, toPasskey, type RelyingParty } from './passkeys.rules.ts';
import type { PasskeysService } from './passkeys.service.ts';
import type { ProofsService } from '../sign-in/proofs.service.ts';
import { passkeyNotFound, passkeysNeedName } from '../users.errors.ts';

const tag = 'Accounts';
const path = '/api/user/passkeys';
/** A public key of a post-quantum algorithm has 1,952 bytes. */
const bodyLimit = 32 * 1024;

interface Deps {
  passkeys: PasskeysService;
  passkeySignIn: PasskeySignInService;
  proofs: ProofsService;
  config: Config;
  cookies: CookieOptions;
  originOf(request: FastifyRequest): string;
}

const relyingPartyFor = (deps: Pick<Deps, 'originOf'>, request: FastifyRequest): RelyingParty => {
  const party = relyingPartyOf(deps.originOf(request));
  if (!party) throw passkeysNeedName();
  return party;
};

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  signInRoutes(app, deps);
  ownPasskeyRoutes(app, deps);
  proofRoutes(app, deps);
}

function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const { passkeySignIn, config, cookies } = deps;
  const browserOf = (request: FastifyRequest, reply: FastifyReply) => ({
    id: visitorId(request, reply, cookies),
    waiting: cookieOf('challenge', request, cookies),
  });
  route(app, 'GET', '/api/login/code', {
    summary: 'What may end the sign-in that was answered with code_needed in this browser, beside a recovery code',
    tag,
    access: anybody,
    response: { 200: waitingSignInSchema },
    handle: async ({ request, reply }) => passkeySignIn.waitingFor(browserOf(request, reply)),
  });
  route(app, 'POST', '/api/login/passkey/options', {
    summary: 'Begin to sign in by a passkey: what the browser needs for it (PublicKeyCredentialRequestOptionsJSON)',
    tag,
    access: anybody,
    body: passkeySignInOptionsSchema,
    response: { 200: passkeyOptionsSchema },
    handle: async ({ body, request, reply }) =>
      passkeySignIn.begin(browserOf(request, reply), relyingPartyFor(deps, request), {
        afterPassword: body.afterPassword,
        clientAddress: clientNetwork(request.ip),
      }),
  });
  route(app, 'POST', '/api/login/passkey', {
    summary: 'Sign in by what a passkey has signed; no code is asked for',
    tag,
    access: anybody,
    body: passkeySignInSchema,
    response: { 200: sessionAnswerSchema },
    handle: async ({ body, request, reply }) => {
      const browser = browserOf(request, reply);
      const party = relyingPartyFor(deps, request);
      const { user, token, session } = await passkeySignIn.finish(browser, party, body, request.visit.actor);
      clearChallengeCookie(reply, cookies);
      setSessionCookie(reply, token, session.expiresAt, session.remember, cookies);
      return { user, csrfToken: csrfTokenOf(config.sessionSecret, 'session', session.id) };
    },
  });
}

function ownPasskeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { passkeys, cookies } = deps;
  route(app, 'GET', path, {
    summary: 'The passkeys of the person, the oldest first',
    tag,
    access: signedInDuringSetup,
    response: { 200: passkeyListSchema },
    handle: async ({ actor }) => (await passkeys.list(actor)).map(toPasskey),
  });
  route(app, 'POST', `${path}/options`, {
    summary:
      'Begin to add a passkey: what the browser needs to make one (PublicKeyCredentialCreationOptionsJSON); the person may be asked for a proof before',
    tag,
    access: signedInDuringSetup,
    response: { 200: newPasskeyOptionsSchema },
    handle: async ({ actor, request }) => passkeys.begin(actor, relyingPartyFor(deps, request)),
  });
  route(app, 'POST', path, {
    summary:
      'Add the passkey that the browser has made; the first second factor of an account ends its other sessions and comes with recovery codes',
    tag,
    access: signedInDuringSetup,
    body: newPasskeySchema,
    bodyLimit,
    response: { 201: passkeyAddedSchema },
    handle: async ({ actor, body, request, reply }) => {
      const { passkey, first } = await passkeys.add(actor, relyingPartyFor(deps, request), body);
      if (first) {
        const { token, session } = first.renewed;
        setSessionCookie(reply, token, session.expiresAt, session.remember, cookies);
      }
      return { passkey: toPasskey(passkey), recoveryCodes: first?.recoveryCodes ?? null };
    },
  });
  route(app, 'PATCH', `${path}/:id`, {
    summary: 'Name a passkey',
    tag,
    access: readerOf(passkeyNotFound, passkeys.find),
    body: passkeyNameSchema,
    response: { 200: passkeySchema },
    handle: async ({ actor, target, body }) => toPasskey(await passkeys.rename(actor, target, body.name)),
  });
  route(app, 'DELETE', `${path}/:id`, {
    summary:
      'Remove a passkey; the person may be asked for a proof before, and an admin who has to have a second factor keeps the last one',
    tag,
    access: readerOf(passkeyNotFound, passkeys.find),
    response: { 204: null },
    handle: async ({ actor, target }) => passkeys.remove(actor, target),
  });
}

function proofRoutes(app: FastifyInstance, deps: Deps): void {
  const { proofs } = deps;
  route(app, 'POST', '/api/user/proof/passkey/options', {
    summary: 'Begin to show again that it is the person, by a passkey of theirs',
    tag,
    access: signedIn,
    response: { 200: passkeyOptionsSchema },
    handle: async ({ actor, request }) => proofs.beginPasskey(actor, relyingPartyFor(deps, request)),
  });
  route(app, 'POST', '/api/user/proof/passkey', {
    summary: 'Show again that it is the person, by what a passkey has signed; for ten minutes nothing else asks for it',
    tag,
    access: signedIn,
    body: passkeyProofSchema,
    response: { 204: null },
    handle: async ({ actor, body, request }) =>
      proofs.provePasskey(actor, relyingPartyFor(deps, request), body.credential),
  });
}
