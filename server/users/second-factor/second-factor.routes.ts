import type { FastifyInstance } from 'fastify';
import {
  codeSchema,
  currentPasswordSchema,
  passwordAndCodeSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from '#contract/second-factor.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import { setSessionCookie, type CookieOptions } from '#server/platform/auth/cookies.ts';
import { route, signedIn, signedInDuringSetup } from '#server/platform/http/route.ts';
import type { SecondFactorService } from './second-factor.service.ts';

const tag = 'Accounts';
const path = '/api/user/second-factor';

/** The authenticator app of the caller. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { secondFactor, cookies }: { secondFactor: SecondFactorService; cookies: CookieOptions },
): void {
  route(app, 'GET', path, {
    summary: 'Whether signing in takes a code of an authenticator app as well',
    tag,
    access: signedInDuringSetup,
    response: { 200: secondFactorSchema },
    handle: async ({ actor }) => {
      const { since, recoveryCodesLeft } = await secondFactor.find(actor);
      return { on: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft };
    },
  });
  route(app, 'POST', `${path}/setup`, {
    summary: 'Begin to set up an authenticator app by the current password; a code of it turns it on',
    tag,
    access: signedInDuringSetup,
    body: currentPasswordSchema,
    response: { 200: secondFactorSetupSchema },
    handle: async ({ actor, body, request }) =>
      secondFactor.begin(actor, body.currentPassword, clientNetwork(request.ip)),
  });
  route(app, 'POST', path, {
    summary: 'Turn the authenticator app on by its first code; every other session ends, this one gets a new token',
    tag,
    access: signedInDuringSetup,
    body: codeSchema,
    response: { 200: recoveryCodesSchema },
    handle: async ({ actor, body, reply }) => {
      const { recoveryCodes, renewed } = await secondFactor.turnOn(actor, body.code);
      setSessionCookie(reply, renewed.token, renewed.session.expiresAt, renewed.session.remember, cookies);
      return { recoveryCodes };
    },
  });
  route(app, 'POST', `${path}/turn-off`, {
    summary: 'Turn the authenticator app off by the current password and a code',
    tag,
    access: signedIn,
    body: passwordAndCodeSchema,
    response: { 204: null },
    handle: async ({ actor, body, request }) => secondFactor.turnOff(actor, body, clientNetwork(request.ip)),
  });
  route(app, 'POST', `${path}/recovery-codes`, {
    summary: 'Ten new recovery codes by the current password and a code; the earlier ones stop working',
    tag,
    access: signedIn,
    body: passwordAndCodeSchema,
    response: { 200: recoveryCodesSchema },
    handle: async ({ actor, body, request }) => ({
      recoveryCodes: await secondFactor.renewRecoveryCodes(actor, body, clientNetwork(request.ip)),
    }),
  });
}
