import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

export interface TestIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who signs in next, as soon as a browser arrives; null refuses. */
  person: (Record<string, unknown> & { sub: string }) | null;
  /** How many seconds ago the user signed in there; 0 until it is set. */
  secondsAgo: number;
  close(): Promise<void>;
}

/** A real provider on a free port, whose users never have to type anything. */
export async function startIdentityProvider(redirectUri: () => string): Promise<TestIdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['innspect', 'a secret of the tests'];
  const people = new Map<string, Record<string, unknown> & { sub: string }>();
  const test: TestIdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    person: null,
    secondsAgo: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri()],
        post_logout_redirect_uris: [new URL('/auth', redirectUri()).href],
      },
    ],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // The default page loads a font from another site.
        logoutSource: (context: KoaContextWithOIDC, form: string) => {
          context.body = `<!DOCTYPE html><html lang="en"><title>Sign out</title>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
        },
      },
    },
    cookies: { keys: ['a key of the tests'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    // Skips the question for consent.
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const { person } = test;
    if (person) people.set(person.sub, person);
    const result = person
      ? { login: { accountId: person.sub, ts: Math.floor(Date.now() / 1000) - test.secondsAgo } }
      : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });
  return test;
}
