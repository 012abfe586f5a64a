import type { ApiScope } from '#contract/api-keys.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/users.ts';

/** The fields of a user that the platform and the modules may use; the password's hash is not one of them. */
export interface Person {
  id: string;
  username: string;
  email: string;
  /** The view that the user has chosen. */
  role: Role;
  adminGranted: boolean;
  emailVerifiedAt: Date | null;
  /** A new address that is not confirmed yet; `email` stays valid until then. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  propertyName: string | null;
  /** The language of the pages; null when the browser chooses. */
  language: Language | null;
  /** Since when signing in requires a second factor; null while the password suffices. */
  secondFactorAt: Date | null;
  createdAt: Date;
}

/** The caller. `isAdmin` is true while the user acts in the admin view and may do so. */
export interface Actor {
  readonly id: string;
  readonly user: Person;
  readonly isAdmin: boolean;
  /** Whether the user must set up a second factor before anything else. */
  readonly mustSetUpSecondFactor: boolean;
  /** `provenAt` is when the user last typed the password or a code in this session. */
  readonly session: { id: string; provenAt: Date | null };
  /** The rights of the calling API key; missing when a user calls. */
  readonly keyScopes?: readonly ApiScope[];
}

declare const authorized: unique symbol;

/**
 * Something that was loaded for a caller who may read it. Services accept nothing else, so a route cannot pass on an
 * unchecked row.
 */
export type Authorized<T> = T & { readonly [authorized]: true };

/** Only called by the loaders of services, after the access check. */
export function authorize<T>(value: T): Authorized<T> {
  return value as Authorized<T>;
}
