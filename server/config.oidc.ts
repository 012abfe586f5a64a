import type { ProviderSettings } from '#server/platform/auth/identity-provider.ts';
import { anyText, domains, issuerUrl, onOff, setting, words } from '#server/config.values.ts';

export interface OidcConfig extends ProviderSettings {
  /**
   * The claim that lists a user's groups, and the groups that make the user an admin; without admin groups, admins are
   * appointed here.
   */
  groupsClaim: string;
  adminGroups: string[];
  /** The domains whose addresses may sign in; all when it is empty. */
  allowedDomains: string[];
  /** The text of the sign-in button. */
  label: string;
  /** Whether signing out here also signs out at the provider. */
  signsOut: boolean;
}

export const oidcSettings = {
  OIDC_ISSUER: setting<string | null>({
    meaning:
      'OpenID Connect provider of the company that people may sign in at; it sends them back to PUBLIC_URL/api/login/provider/callback',
    shownDefault: '',
    fallback: null,
    parse: issuerUrl,
  }),
  OIDC_CLIENT_ID: setting<string | null>({
    meaning: 'name of this server at the provider',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  OIDC_CLIENT_SECRET: setting<string | null>({
    meaning: 'its secret there',
    shownDefault: '',
    fallback: null,
    parse: anyText,
  }),
  OIDC_SCOPES: setting({
    meaning: 'what is asked of the provider, between spaces; `openid` and `email` have to be among it',
    shownDefault: 'openid email profile',
    fallback: 'openid email profile',
    parse: (text) => {
      const scopes = text.split(/\s+/);
      if (!scopes.includes('openid') || !scopes.includes('email')) throw new Error('must contain openid and email');
      return scopes.join(' ');
    },
  }),
  OIDC_GROUPS_CLAIM: setting({
    meaning: 'claim of the provider that lists the groups of a person',
    shownDefault: 'groups',
    fallback: 'groups',
    parse: anyText,
  }),
  OIDC_ADMIN_GROUPS: setting<string[]>({
    meaning:
      'groups, separated by commas, whose people are admins, looked at again at each sign-in; empty leaves it to this server',
    shownDefault: '',
    fallback: [],
    parse: words,
  }),
  OIDC_ALLOWED_DOMAINS: setting<string[]>({
    meaning:
      'domains of e-mail addresses, separated by commas, that may sign in by the provider; empty allows all that it verifies',
    shownDefault: '',
    fallback: [],
    parse: domains,
  }),
  OIDC_LOGOUT: setting({
    meaning:
      'on leads whoever signs out here and has signed in at the provider to its sign-out; it sends them back to PUBLIC_URL/auth, which it has to know',
    shownDefault: 'off',
    fallback: false,
    parse: onOff,
  }),
  OIDC_LABEL: setting({
    meaning: 'text of the button on the sign-in page',
    shownDefault: 'Sign in with your company',
    fallback: 'Sign in with your company',
    parse: (text) => {
      if (text.length > 60) throw new Error('must have at most 60 characters');
      return text;
    },
  }),
};

type Values = { [Name in keyof typeof oidcSettings]: (typeof oidcSettings)[Name]['fallback'] };

export const oidcFaults = (values: Values): string[] =>
  values.OIDC_ISSUER && !(values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET)
    ? ['OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set with OIDC_ISSUER.']
    : [];

export function toOidcConfig(values: Values): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: values.OIDC_SCOPES,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    adminGroups: values.OIDC_ADMIN_GROUPS,
    allowedDomains: values.OIDC_ALLOWED_DOMAINS,
    label: values.OIDC_LABEL,
    signsOut: values.OIDC_LOGOUT,
  };
}
