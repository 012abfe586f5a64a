import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/identity-provider.ts';
import { mailTo } from '#test/mail.ts';
import { identities, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
const origin = productionEnv.PUBLIC_URL;
const path = '/api/login/provider';
let provider: TestIdentityProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startIdentityProvider(() => `${origin}${path}/callback`);
  app = await createTestApp({
    env: {
      ...productionEnv,
      ADMIN_SECOND_FACTOR: '',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_ADMIN_GROUPS: 'qa, brand-admins',
      OIDC_ALLOWED_DOMAINS: 'example.com, hotels.example.org',
      OIDC_LOGOUT: 'on',
      OIDC_LABEL: 'Sign in with Harbour Hotels',
    },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

let people = 0;
const newPerson = (more: object = {}) => {
  people += 1;
  return {
    sub: `subject-${people}`,
    email: `worker${people}@example.com`,
    email_verified: true,
    given_name: 'Sam',
    family_name: 'Field',
    ...more,
  };
};

async function begin(browser: Client, next = '/reports'): Promise<string> {
  const answer = await browser.get(`${path}?${new URLSearchParams({ next }).toString()}`);
  expect(answer.status).toBe(302);
  return String(answer.headers['location']);
}

/** Acts as the browser at the provider: follows redirects until it is sent back. */
async function signInThere(url: string, person: TestIdentityProvider['person']): Promise<string> {
  provider.person = person;
  const cookies = new Map<string, string>();
  for (let at = url, steps = 0; steps < 10; steps += 1) {
    if (at.startsWith(origin)) return at.slice(origin.length);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      cookies.set(name, value);
    }
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  throw new Error('The provider never sent the browser back');
}

async function signIn(browser: Client, person: TestIdentityProvider['person'], next?: string): Promise<string> {
  const back = await signInThere(await begin(browser, next), person);
  const answer = await browser.get(back);
  expect(answer.status).toBe(302);
  browser.csrfToken = null;
  return String(answer.headers['location']);
}
const refusal = ({ status, body }: Answer) => [status, body.code];
const userOf = async (browser: Client) => (await browser.get('/api/user')).body;
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;

async function confirmed(fields: object = {}): Promise<Person> {
  const person = await app.person('property');
  const { email, id } = person.user;
  await app.database.db
    .update(users)
    .set({ email, emailVerifiedAt: new Date(), pendingEmail: null, ...fields })
    .where(eq(users.id, id));
  return person;
}

describe('signing in at the identity provider', () => {
  it('redirects there with PKCE, state and nonce, and the sign-in page offers it', async () => {
    const url = new URL(await begin(app.visitor()));
    expect(url.origin).toBe(provider.issuer);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `${origin}${path}/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]?.length).toBeGreaterThan(40);
    expect(query).not.toHaveProperty('prompt');
    const signedIn = await begin(await confirmed());
    expect(new URL(signedIn).searchParams.get('prompt')).toBe('login');
    expect((await app.visitor().get('/api/config')).body.signInProvider).toBe('Sign in with Harbour Hotels');
  });

  it('creates an account the first time and finds it again by issuer and subject', async () => {
    const person = newPerson();
    const browser = app.visitor();
    expect(await signIn(browser, person)).toBe('/reports');
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: person.email, firstName: 'Sam', role: 'property' });
    expect(user.abilities.emailVerified).toBe(true);
    const again = app.visitor();
    await signIn(again, { ...person, email: 'renamed@example.com' });
    expect((await userOf(again)).id).toBe(user.id);
  });

  it('counts as typing the password only if the person signed in there just now', async () => {
    const person = newPerson();
    const browser = app.visitor();
    const ask = async () => refusal(await browser.post('/api/user/data-exports'));
    // The session of the provider is an hour old, so whoever has the browser is let in there silently.
    provider.secondsAgo = 3600;
    await signIn(browser, person);
    provider.secondsAgo = 0;
    expect(await ask()).toEqual([403, 'proof_needed']);
    // Nor does it help to take the demand for a new sign-in out of the address.
    const url = new URL(await begin(browser));
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '600']);
    for (const name of ['prompt', 'max_age']) url.searchParams.delete(name);
    await browser.get(await signInThere(url.href, person));
    browser.csrfToken = null;
    expect(await ask()).toEqual([403, 'proof_needed']);
    await signIn(browser, person);
    expect(await ask()).toEqual([202, undefined]);
  });

  it('is refused if the person signed in there longer ago than a session here may last', async () => {
    const person = newPerson();
    const browser = app.visitor();
    const url = new URL(await begin(browser));
    url.searchParams.set('max_age', String(500 * 86_400));
    provider.secondsAgo = 400 * 86_400;
    const back = await signInThere(url.href, person);
    provider.secondsAgo = 0;
    expect((await browser.get(back)).headers['location']).toContain('problem=ended');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("sends a user who signs out to the provider's sign-out, if they signed in there [api.added.63]", async () => {
    const browser = app.visitor();
    await signIn(browser, newPerson());
    const answer = await browser.post('/api/logout');
    const url = new URL(String(answer.headers['location']));
    expect([answer.status, url.origin]).toEqual([204, provider.issuer]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: `${origin}/auth`,
    });
    // The provider would refuse an unregistered return address with 400.
    const asked = await fetch(url);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('/session/end/confirm')]);
    const other = await confirmed();
    expect((await other.post('/api/logout')).headers['location']).toBeUndefined();
  });

  it('grants and withdraws the admin right by the groups, at each sign-in', async () => {
    const person = newPerson({ groups: ['qa'], amr: ['pwd', 'mfa'] });
    const browser = app.visitor();
    await signIn(browser, person);
    expect((await userOf(browser)).abilities.admin).toBe(true);
    expect((await browser.get('/api/admin/users')).status).toBe(200);
    const { id } = await userOf(browser);
    await app.pool.query(
      `insert into api_keys (user_id, name, prefix, key_hash, scopes, role, expires_at) select $1::uuid, 'Desk', 'ik_test', md5($1::text), '{}', 'admin', now() + interval '1 day'`,
      [id],
    );
    const later = app.visitor();
    await signIn(later, { ...person, groups: ['housekeeping'] });
    expect((await later.get('/api/admin/users')).status).toBe(403);
    expect((await userOf(later)).role).toBe('property');
    // Its open pages would go on being told what admins are told.
    expect((await browser.get('/api/user')).status).toBe(401);
    const { rows } = await app.pool.query(`select name from api_keys where user_id = $1`, [id]);
    expect(rows).toEqual([]);
  });

  it('requires a second factor from an admin unless the provider reports one', async () => {
    const person = newPerson({ groups: ['qa'] });
    const browser = app.visitor();
    await signIn(browser, person);
    expect((await browser.get('/api/admin/users')).body.code).toBe('second_factor_required');
    expect((await userOf(browser)).abilities.mustSetUpSecondFactor).toBe(true);
    const strong = app.visitor();
    await signIn(strong, { ...person, amr: ['mfa'] });
    expect((await strong.get('/api/admin/users')).status).toBe(200);
    expect((await userOf(strong)).abilities.mustSetUpSecondFactor).toBe(false);
  });

  it('requires the code of an account with a second factor unless the provider reports one', async () => {
    const person = newPerson();
    const first = app.visitor();
    await signIn(first, person);
    const { id } = await userOf(first);
    await app.database.db.update(users).set({ secondFactorAt: new Date() }).where(eq(users.id, id));
    const browser = app.visitor();
    expect(await signIn(browser, person)).toBe('/auth?problem=code&next=%2Freports');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.post('/api/login/code', { code: '123456' })).body.code).toBe('code_wrong');
    const strong = app.visitor();
    expect(await signIn(strong, { ...person, amr: ['pwd', 'mfa'] })).toBe('/reports');
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'address'],
    ['a claim that only looks true', { email_verified: 'true' }, 'address'],
    ['another domain', { email: 'worker@evil.example' }, 'domain'],
    ['a domain that only ends like one', { email: 'worker@evilexample.com' }, 'domain'],
  ])('refuses %s', async (_, more, problem) => {
    const browser = app.visitor();
    expect(await signIn(browser, newPerson(more))).toBe(`/auth?problem=${problem}&next=%2Freports`);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('refuses a sign-in that was cancelled there, and a disabled account', async () => {
    expect(await signIn(app.visitor(), null)).toContain('problem=refused');
    const person = newPerson();
    const browser = app.visitor();
    await signIn(browser, person);
    const { id } = await userOf(browser);
    await app.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    expect(await signIn(app.visitor(), person)).toContain('problem=refused');
  });

  it('never redirects to another site', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example'])
      expect(await signIn(app.visitor(), newPerson(), next)).toBe('/');
  });
});

describe('attacks on the return address', () => {
  it('it is accepted only in the browser that started the sign-in, once, and within ten minutes', async () => {
    const [victim, thief] = [app.visitor(), app.visitor()];
    const back = await signInThere(await begin(thief), newPerson());
    expect((await victim.get(back)).headers['location']).toContain('problem=ended');
    await begin(victim);
    expect((await victim.get(back)).headers['location']).toContain('problem=refused');
    expect(await isSignedIn(victim)).toBe(false);
    expect((await thief.get(back)).headers['location']).toBe('/reports');
    expect((await thief.get(back)).headers['location']).toContain('problem=ended');
    const slow = app.visitor();
    const late = await signInThere(await begin(slow), newPerson());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 601_000);
    expect((await slow.get(late)).headers['location']).toContain('problem=ended');
    vi.useRealTimers();
  });

  it.each(['state', 'code', 'iss'])('refuses a changed %s', async (name) => {
    const browser = app.visitor();
    const back = new URL(await signInThere(await begin(browser), newPerson()), origin);
    back.searchParams.set(name, name === 'iss' ? 'https://evil.example' : 'changed');
    expect((await browser.get(back.pathname + back.search)).headers['location']).toContain('problem=refused');
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('an existing account', () => {
  it('is linked once its user has signed in to it, and never by the address alone', async () => {
    const owner = await confirmed();
    const person = newPerson({ email: owner.user.email });
    const stranger = app.visitor();
    expect(await signIn(stranger, person)).toBe('/auth?problem=account&next=%2Freports');
    expect(await isSignedIn(stranger)).toBe(false);
    const other = await confirmed();
    expect(await signIn(other, person)).toContain('problem=account');
    expect((await userOf(other)).id).toBe(other.user.id);
    expect(await app.database.db.$count(identities, eq(identities.subject, person.sub))).toBe(0);
    const browser = app.visitor();
    await expectOk(browser.post('/api/login', { username: owner.user.username, password }), 'Signing in');
    expect(await signIn(browser, person, '/settings')).toBe('/settings');
    await mailTo(app, owner.user.email, 'Your company’s sign-in was connected');
    const later = app.visitor();
    await signIn(later, person);
    expect((await userOf(later)).id).toBe(owner.user.id);
  });

  it('does not keep an address that it never confirmed', async () => {
    const squatter = await app.person('property');
    const browser = app.visitor();
    const person = newPerson({ email: squatter.user.email });
    expect(await signIn(browser, person)).toBe('/reports');
    expect((await userOf(browser)).id).not.toBe(squatter.user.id);
  });
});

describe('without a provider', () => {
  it('reports that, and returns to the sign-in page when the provider does not answer', async () => {
    const plain = await createTestApp({ work: false });
    expect((await plain.visitor().get(path)).body.code).toBe('provider_missing');
    expect((await plain.visitor().get('/api/config')).body.signInProvider).toBeNull();
    await plain.close();
    const env = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    const alone = await createTestApp({ env, work: false });
    expect((await alone.visitor().get(path)).headers['location']).toBe('/auth?problem=unreachable');
    await alone.close();
  });
});
