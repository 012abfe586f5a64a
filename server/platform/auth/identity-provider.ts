import * as client from 'openid-client';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
}

/** What a sign-in at the provider must come back with. */
export interface ProviderChecks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityProvider {
  /** The address at the provider that signs the person in, and what to check when they come back to `redirectUri`. */
  begin(redirectUri: string): Promise<{ url: string; checks: ProviderChecks }>;
  /** The claims of the person who came back to this address; throws where anything is not as it should be. */
  finish(cameBackTo: URL, checks: ProviderChecks): Promise<Record<string, unknown> & { iss: string; sub: string }>;
  /** The address at the provider that signs the person out and sends them back; null where it has none. */
  signOutUrl(returnTo: string): Promise<string | null>;
}

const timeout = 10;

/** OpenID Connect: code flow with PKCE, state and nonce. The provider's addresses are asked for at the first sign-in. */
export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  let found: Promise<client.Configuration> | null = null;

  function discover(): Promise<client.Configuration> {
    const issuer = new URL(settings.issuer);
    // The settings take http of this machine alone.
    const execute = [
      // The signature is looked at although the token comes from the provider itself.
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ];
    found ??= client
      .discovery(issuer, settings.clientId, settings.clientSecret, undefined, { execute, timeout })
      .catch((error: unknown) => {
        // The next person asks again.
        found = null;
        throw error;
      });
    return found;
  }

  return {
    async begin(redirectUri) {
      const provider = await discover();
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
      });
      return { url: url.href, checks };
    },

    async finish(cameBackTo, { state, nonce, verifier }) {
      const provider = await discover();
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
      // What the ID token says is signed, and counts before the rest.
      return { ...more, ...claims };
    },

    async signOutUrl(returnTo) {
      const provider = await discover();
      if (!provider.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}
