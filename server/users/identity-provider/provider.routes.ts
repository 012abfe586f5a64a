import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import {
  clearProviderCookie,
  cookieOf,
  setChallengeCookie,
  setProviderCookie,
  setSessionCookie,
  type CookieOptions,
} from '#server/platform/auth/cookies.ts';
import { anybody, route } from '#server/platform/http/route.ts';
import type { ProviderSignInService } from './provider-sign-in.service.ts';
import { providerMissing } from '../users.errors.ts';

const tag = 'Accounts';
const path = '/api/login/provider';

/**
 * Signing in through the company's identity provider. Both routes are pages that the browser visits, and answer with a
 * redirect.
 */
export function providerRoutes(
  app: FastifyInstance,
  deps: {
    providerSignIn: ProviderSignInService | null;
    cookies: CookieOptions;
    originOf(request: FastifyRequest): string;
  },
): void {
  const { providerSignIn, cookies, originOf } = deps;
  const goTo = (reply: FastifyReply, address: string, search: Record<string, string> = {}) => {
    const query = new URLSearchParams(search).toString();
    void reply.header('location', query ? `${address}?${query}` : address);
  };

  route(app, 'GET', path, {
    summary: 'Go to the identity provider of the settings to sign in; 404 without one',
    tag,
    access: anybody,
    query: z.object({ next: z.string().max(500).optional() }),
    response: { 302: null },
    handle: async ({ query, request, reply }) => {
      if (!providerSignIn) throw providerMissing();
      const begun = await providerSignIn.begin(`${originOf(request)}${path}/callback`, {
        next: query.next,
        clientAddress: clientNetwork(request.ip),
        // Somebody who is signed in here proves who they are, or connects an account.
        again: request.visit.actor !== null,
      });
      if ('problem' in begun) return goTo(reply, '/auth', { problem: begun.problem });
      setProviderCookie(reply, begun.token, begun.expiresAt, cookies);
      goTo(reply, begun.url);
    },
  });
  route(app, 'GET', `${path}/callback`, {
    summary: 'Where the identity provider sends people back to; goes on to the screen that they asked for',
    tag,
    access: anybody,
    response: { 302: null },
    handle: async ({ request, reply }) => {
      if (!providerSignIn) throw providerMissing();
      const cameBackTo = new URL(request.url, originOf(request));
      const token = cookieOf('provider', request, cookies);
      const outcome = await providerSignIn.finish(token, cameBackTo, request.visit.actor);
      clearProviderCookie(reply, cookies);
      const { next } = outcome;
      if ('problem' in outcome) return goTo(reply, '/auth', { problem: outcome.problem, next });
      if ('awaitsCode' in outcome) {
        const { challengeToken, expiresAt } = outcome.awaitsCode;
        setChallengeCookie(reply, challengeToken, expiresAt, cookies);
        return goTo(reply, '/auth', { problem: 'code', next });
      }
      const { token: sessionToken, session } = outcome.signedIn;
      setSessionCookie(reply, sessionToken, session.expiresAt, session.remember, cookies);
      goTo(reply, next);
    },
  });
}
