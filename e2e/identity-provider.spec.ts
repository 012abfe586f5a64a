import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/identity-provider.ts';
import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { startServer, type Started } from './start-server.ts';
import { expect, test } from './story.ts';

let provider: TestIdentityProvider;
let server: Started;
let folder: string;

test.beforeAll(async () => {
  // The provider must know the server's address before the server is started.
  const port = await freePort();
  provider = await startIdentityProvider(() => `http://127.0.0.1:${port}/api/login/provider/callback`);
  folder = await mkdtemp(join(tmpdir(), 'innspect-provider-'));
  server = await startServer(folder, {
    PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ALLOWED_DOMAINS: 'example.com',
    OIDC_LOGOUT: 'on',
    OIDC_LABEL: 'Sign in with Harbour Hotels',
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

test('a person signs in at the company’s provider and returns to the requested screen', async ({ page }) => {
  await page.goto(`${server.origin}/auth?next=/properties`);
  const button = page.getByRole('link', { name: 'Sign in with Harbour Hotels' });
  provider.person = { sub: 'a', email: 'sam@evil.example', email_verified: true };
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Your e-mail address may not sign in this way.');
  await expectAccessible(page);
  // Otherwise the provider would remember the earlier sign-in.
  await page.context().clearCookies();
  provider.person = null;
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Your company did not sign you in.');

  provider.person = { sub: 'b', email: 'sam@example.com', email_verified: true, given_name: 'Sam' };
  await page.context().clearCookies();
  await button.click();
  await expect(page).toHaveURL(`${server.origin}/properties`);
  await page.goto(`${server.origin}/settings?tab=account`);
  await expect(page.getByText('Signed in as sam')).toBeVisible();
  const card = page.getByRole('region', { name: 'Sign-in of your company' });
  await card.getByRole('link', { name: 'Connect' }).click();
  await expect(page).toHaveURL(`${server.origin}/settings?tab=account`);
  await expect(card).toBeVisible();
  // Who has no password here shows at the provider that it is them.
  const renewed = await fail(page, 'POST', '/api/user/data-exports', 403, 'Type your password again', 'proof_needed');
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  // Or, where the provider proves nothing, chooses a password by a link.
  await expect(dialog.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    /^\/forgot-password\?email=sam/,
  );
  await dialog.getByRole('link', { name: 'Sign in with Harbour Hotels' }).click();
  await expect(page).toHaveURL(`${server.origin}/settings?tab=account`);
  await expect(dialog).toHaveCount(0);
  await renewed();
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  await page.getByRole('button', { name: /sign me out/i }).click();
  await expect(page).toHaveURL(`${server.origin}/auth`);
});
