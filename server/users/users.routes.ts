import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codeSchema, proofSchema } from '#contract/second-factor.ts';
import {
  changePasswordSchema,
  csrfTokenSchema,
  currentUserSchema,
  forgotPasswordSchema,
  invitationInputSchema,
  invitationSchema,
  loginSchema,
  openInvitationListSchema,
  profileInputSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
  sessionAnswerSchema,
  sessionListSchema,
  verifyEmailSchema,
} from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import {
  clearChallengeCookie,
  clearSessionCookie,
  cookieOf,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookie,
  visitorId,
  type CookieOptions,
} from '#server/platform/auth/cookies.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import { csrfTokenOf } from '#server/platform/auth/tokens.ts';
import type { Person } from '#server/platform/http/actor.ts';
import {
  admin,
  adminOf,
  anybody,
  readerOf,
  route,
  signedIn,
  signedInDuringSetup,
} from '#server/platform/http/route.ts';
import type { AddressesService } from './accounts/addresses.service.ts';
import type { InvitationsService } from './accounts/invitations.service.ts';
import type { PasswordChangeService } from './passwords/password-change.service.ts';
import type { PasswordResetService } from './passwords/password-reset.service.ts';
import type { ProofsService } from './sign-in/proofs.service.ts';
import type { ProviderSignInService } from './identity-provider/provider-sign-in.service.ts';
import type { RegistrationService } from './accounts/registration.service.ts';
import type { SessionsService } from './sign-in/sessions.service.ts';
import type { SignedIn, SignInService } from './sign-in/sign-in.service.ts';
import { codeNeeded, invitationNotFound, sessionNotFound } from './users.errors.ts';
import { profileRole, toSession, toUser } from './users.rules.ts';
import type { UsersService } from './users.service.ts';

const tag = 'Accounts';

interface Deps {
  signIn: SignInService;
  registration: RegistrationService;
  users: UsersService;
  addresses: AddressesService;
  passwordChange: PasswordChangeService;
  passwordReset: PasswordResetService;
  proofs: ProofsService;
  sessions: SessionsService;
  invitations: InvitationsService;
  config: Config;
  cookies: CookieOptions;
  providerSignIn: ProviderSignInService | null;
  originOf(request: FastifyRequest): string;
}

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  sessionRoutes(app, deps);
  profileRoutes(app, deps);
  ownSignInRoutes(app, deps);
  accountLinkRoutes(app, deps);
}

/** Signing up, signing in and signing out. */
function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { signIn, registration, config, cookies, providerSignIn, originOf } = deps;
  const tokenFor = (kind: 'session' | 'visitor', id: string) => csrfTokenOf(config.sessionSecret, kind, id);
  const answer = (reply: Parameters<typeof setSessionCookie>[0], { user, token, session, deviceMark }: SignedIn) => {
    setDeviceCookie(reply, deviceMark, cookies);
    setSessionCookie(reply, token, session.expiresAt, session.remember, cookies);
    return { user, csrfToken: tokenFor('session', session.id) };
  };

  route(app, 'GET', '/api/csrf-token', {
    summary: 'Token to send with every change, also before sign-in',
    tag,
    access: anybody,
    response: { 200: csrfTokenSchema },
    handle: async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      const session = request.visit.actor?.session;
      const csrfToken = session
        ? tokenFor('session', session.id)
        : tokenFor('visitor', visitorId(request, reply, cookies));
      return { csrfToken };
    },
  });
  route(app, 'POST', '/api/register', {
    summary: 'Create an account and sign in',
    tag,
    access: anybody,
    body: registerSchema,
    response: { 201: sessionAnswerSchema },
    handle: async ({ body, request, reply }) =>
      answer(reply, await registration.register(body, clientNetwork(request.ip), request.visit.actor)),
  });
  route(app, 'POST', '/api/login', {
    summary: 'Sign in; an account with a second factor is answered with 401 code_needed and finishes by a code',
    tag,
    access: anybody,
    body: loginSchema,
    response: { 200: sessionAnswerSchema },
    handle: async ({ body, request, reply }) => {
      const from = { clientAddress: clientNetwork(request.ip), deviceMark: cookieOf('device', request, cookies) };
      const outcome = await signIn.login(body, from, request.visit.actor);
      if (!('challengeToken' in outcome)) return answer(reply, outcome);
      setChallengeCookie(reply, outcome.challengeToken, outcome.expiresAt, cookies);
      throw codeNeeded();
    },
  });
  route(app, 'POST', '/api/login/code', {
    summary: 'Finish a sign-in that was answered with code_needed, by a code of the app or a recovery code',
    tag,
    access: anybody,
    body: codeSchema,
    response: { 200: sessionAnswerSchema },
    handle: async ({ body, request, reply }) => {
      const token = cookieOf('challenge', request, cookies);
      const signedIn = await signIn.finish(token, body.code, request.visit.actor);
      clearChallengeCookie(reply, cookies);
      return answer(reply, signedIn);
    },
  });
  route(app, 'POST', '/api/logout', {
    summary:
      'Sign out; the session ends on the server. Location names where to sign out at the identity provider as well',
    tag,
    access: signedInDuringSetup,
    response: { 204: null },
    handle: async ({ actor, request, reply }) => {
      await signIn.logout(actor);
      const elsewhere = await providerSignIn?.signOutUrl(actor.id, `${originOf(request)}/auth`);
      if (elsewhere) reply.header('location', elsewhere);
      clearSessionCookie(reply, cookies);
      // Photos in the browser's cache must not be shown to the next user of the browser.
      reply.header('clear-site-data', '"cache"');
    },
  });
}

function profileRoutes(app: FastifyInstance, { users, config }: Deps): void {
  const profile = (row: Person) => {
    const user = toUser(config, row);
    return { ...user, role: profileRole(user.role) };
  };

  route(app, 'GET', '/api/user', {
    summary: 'The signed-in person',
    tag,
    access: signedInDuringSetup,
    response: { 200: currentUserSchema },
    handle: async ({ actor }) => {
      const user = toUser(config, actor.user);
      // Decided per session, because the identity provider may have checked more than one factor.
      return { ...user, abilities: { ...user.abilities, mustSetUpSecondFactor: actor.mustSetUpSecondFactor } };
    },
  });
  route(app, 'GET', '/api/user/profile', {
    summary: 'The profile of the signed-in person',
    tag,
    access: signedIn,
    response: { 200: profileSchema },
    handle: async ({ actor }) => profile(actor.user),
  });
  route(app, 'PUT', '/api/user/profile', {
    summary:
      'Change the profile, or switch between the owner and the admin view; another address may need a proof before',
    tag,
    access: signedIn,
    body: profileInputSchema,
    response: { 200: profileSchema },
    handle: async ({ actor, body }) => profile(await users.updateProfile(actor, body)),
  });
}

/** The caller's password and signed-in devices. */
function ownSignInRoutes(app: FastifyInstance, { passwordChange, proofs, sessions, cookies }: Deps): void {
  route(app, 'POST', '/api/user/password', {
    summary:
      'Change the password by the current one; every other session of the account ends, this one gets a new token',
    tag,
    access: signedIn,
    body: changePasswordSchema,
    response: { 204: null },
    handle: async ({ actor, body, request, reply }) => {
      const { token, session } = await passwordChange.change(actor, body, clientNetwork(request.ip));
      setSessionCookie(reply, token, session.expiresAt, session.remember, cookies);
    },
  });
  route(app, 'POST', '/api/user/proof', {
    summary: 'Show again that it is the person, by the password or a code; for ten minutes nothing else asks for it',
    tag,
    access: signedInDuringSetup,
    body: proofSchema,
    response: { 204: null },
    handle: async ({ actor, body, request }) => proofs.prove(actor, body, clientNetwork(request.ip)),
  });
  route(app, 'GET', '/api/user/sessions', {
    summary: 'Where the person is signed in, the one used last first',
    tag,
    access: signedIn,
    response: { 200: sessionListSchema },
    handle: async ({ actor }) => (await sessions.list(actor)).map((session) => toSession(actor, session)),
  });
  route(app, 'DELETE', '/api/user/sessions', {
    summary: 'End every other session of the person, who may be asked for a proof before',
    tag,
    access: signedIn,
    response: { 204: null },
    handle: async ({ actor }) => sessions.endOthers(actor),
  });
  route(app, 'DELETE', '/api/user/sessions/:id', {
    summary: 'End a session of the person, who may be asked for a proof before',
    tag,
    access: readerOf(sessionNotFound, sessions.find),
    response: { 204: null },
    handle: async ({ actor, target }) => sessions.endOne(actor, target),
  });
}

/** Links that are sent by e-mail: requesting and using them. */
function accountLinkRoutes(app: FastifyInstance, { addresses, passwordReset, invitations, cookies }: Deps): void {
  route(app, 'POST', '/api/password/forgot', {
    summary: 'Ask for a link to choose a new password; the answer is the same for every address',
    tag,
    access: anybody,
    body: forgotPasswordSchema,
    response: { 202: z.object({ message: z.string() }) },
    handle: async ({ body, request }) => {
      const from = { clientAddress: clientNetwork(request.ip), deviceMark: cookieOf('device', request, cookies) };
      await passwordReset.request(body.email, from);
      return { message: 'If the address has an account, a link is on its way' };
    },
  });
  route(app, 'POST', '/api/password/reset', {
    summary: 'Choose a new password; every session of the account ends',
    tag,
    access: anybody,
    body: resetPasswordSchema,
    response: { 204: null },
    handle: async ({ body, request }) => passwordReset.complete(body, clientNetwork(request.ip)),
  });
  route(app, 'POST', '/api/email/verify', {
    summary: 'Confirm the e-mail address of the signed-in account',
    tag,
    access: signedIn,
    body: verifyEmailSchema,
    response: { 204: null },
    handle: async ({ actor, body }) => addresses.confirm(actor, body.token),
  });
  route(app, 'POST', '/api/admin/invitations', {
    summary: 'Invite a person to an Admin/QA account; in production the caller may be asked for a proof before',
    tag,
    access: admin,
    body: invitationInputSchema,
    response: { 201: invitationSchema },
    handle: async ({ actor, body }) => {
      const { expiresAt, ...invitation } = await invitations.invite(actor, body.email);
      return { ...invitation, expiresAt: expiresAt.toISOString() };
    },
  });
  route(app, 'GET', '/api/admin/invitations', {
    summary: 'The invitations that can still be used, newest first',
    tag,
    access: admin,
    response: { 200: openInvitationListSchema },
    handle: async () =>
      (await invitations.list()).map(({ createdAt, expiresAt, ...invitation }) => ({
        ...invitation,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
  });
  route(app, 'DELETE', '/api/admin/invitations/:id', {
    summary:
      'Revoke an invitation, whose link then works no more; in production the caller may be asked for a proof before',
    tag,
    access: adminOf(invitationNotFound, invitations.find),
    response: { 204: null },
    handle: async ({ actor, target }) => invitations.revoke(actor, target),
  });
}
