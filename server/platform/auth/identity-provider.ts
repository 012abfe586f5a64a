import type { Configuration } from 'openid-client';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
}

/** The values against which the provider's answer is checked. */
export interface ProviderChecks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityProvider {
  /**
   * The provider's sign-in address, and the values to check when the browser returns to `redirectUri`. `again` asks the provider to
   * have the person sign in there even if a session of its own still knows them; otherwise such a session may be
   * `maxAgeSeconds` old. Most providers that are asked for the age state in the claim `auth_time` when the person signed in.
   */
  begin(
    redirectUri: string,
    options: { again: boolean; maxAgeSeconds: number },
  ): Promise<{ url: string; checks: ProviderChecks }>;
  /** The claims of the user who returned to this address; throws when any check fails. */
  finish(cameBackTo: URL, checks: ProviderChecks): Promise<Record<string, unknown> & { iss: string; sub: string }>;
  /** The provider's sign-out address, which redirects back afterwards; null when it has none. */
  signOutUrl(returnTo: string): Promise<string | null>;
}

const timeout = 10;

/** OpenID Connect: code flow with PKCE, state and nonce. The provider's metadata is loaded at the first sign-in. */
export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  let found: Promise<Configuration> | null = null;

  /** Loaded with the first sign-in, because most installations have no provider. */
  const library = () => import('openid-client');

  async function findProvider(): Promise<Configuration> {
    const client = await library();
    const issuer = new URL(settings.issuer);
    // The settings allow http on this machine only.
    const execute = [
      // Verify the signature even though the token comes directly from the provider.
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ];
    return client.discovery(issuer, settings.clientId, settings.clientSecret, undefined, { execute, timeout });
  }

  async function discover() {
    found ??= findProvider().catch((error: unknown) => {
      // Forget the failure, so that the next sign-in tries again.
      found = null;
      throw error;
    });
    return { provider: await found, client: await library() };
  }

  return {
    async begin(redirectUri, { again, maxAgeSeconds }) {
      const { client, provider } = await discover();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        max_age: String(maxAgeSeconds),
        ...(again ? { prompt: 'login' } : {}),
      });
      return { url: url.href, checks };
    },

    async finish(cameBackTo, { state, nonce, verifier }) {
      const { client, provider } = await discover();
      const tokens = await client.authorizationCodeGrant(provider, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      if (!provider.serverMetadata().userinfo_endpoint) return claims;
      const more = await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
      // The claims of the ID token are signed, so they override the others.
      return { ...more, ...claims };
    },

    async signOutUrl(returnTo) {
      const { client, provider } = await discover();
      if (!provider.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}
