import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { createIdentityProvider } from './identity-provider.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangersKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
const clientId = 'innspect';
const secret = 'a secret of the two that is long enough to sign with';

/** The provider's answers; each test changes one part of them. */
interface Answers {
  issuer: string;
  claims: Record<string, unknown>;
  token(claims: Record<string, unknown>): string;
}
let server: Server;
let origin: string;
let answers: Answers;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signedBy = (privateKey: typeof keys.privateKey) => (claims: Record<string, unknown>) => {
  const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const paths: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer: answers.issuer,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/keys': () => ({ keys: [jwk] }),
      '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: answers.token(answers.claims) }),
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(paths[request.url ?? '']?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Signs in at a provider that answers as usual, except for the given changes. */
async function signIn(change: Partial<Answers> & { claim?: Record<string, unknown>; state?: string }) {
  const provider = createIdentityProvider({ issuer: origin, clientId, clientSecret: secret, scopes: 'openid' });
  const now = Math.floor(Date.now() / 1000);
  answers = { issuer: origin, claims: {}, token: signedBy(keys.privateKey), ...change };
  const { url, checks } = await provider.begin('http://127.0.0.1/back', { again: false, maxAgeSeconds: 3600 });
  const { state, nonce } = checks;
  expect(new URL(url).searchParams.get('nonce')).toBe(nonce);
  answers.claims = { iss: origin, aud: clientId, sub: 'somebody', nonce, iat: now, exp: now + 60, ...change.claim };
  return provider.finish(new URL(`http://127.0.0.1/back?code=code&state=${change.state ?? state}`), checks);
}

it('accepts an ID token of the expected provider', async () => {
  expect(await signIn({})).toMatchObject({ iss: origin, sub: 'somebody' });
});

test.each<[string, Parameters<typeof signIn>[0]]>([
  ['from another issuer', { claim: { iss: 'https://elsewhere.example' } }],
  ['for another client', { claim: { aud: 'another' } }],
  ['for others too, and made for another', { claim: { aud: [clientId, 'another'], azp: 'another' } }],
  ['of an earlier sign-in', { claim: { nonce: 'an earlier one' } }],
  ['without a nonce', { claim: { nonce: undefined } }],
  ['that has expired', { claim: { exp: Math.floor(Date.now() / 1000) - 600 } }],
  ['without a subject', { claim: { sub: undefined } }],
  ['signed by somebody else', { token: signedBy(strangersKeys.privateKey) }],
  ['without a signature', { token: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.` }],
  [
    'signed with the secret in place of the key',
    {
      token: (claims) => {
        const content = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
        return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
      },
    },
  ],
])('refuses an ID token %s', async (_name, change) => {
  await expect(signIn(change)).rejects.toThrow();
});

it('refuses an answer to a sign-in that it did not start', async () => {
  await expect(signIn({ state: 'another' })).rejects.toThrow();
});

it('refuses a provider that states another address', async () => {
  await expect(signIn({ issuer: 'https://elsewhere.example' })).rejects.toThrow();
});
