import type { ApiScope } from '#contract/api-keys.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/users.ts';

/** The fields of a person that the platform and the modules may use; the password's hash is not one of them. */
export interface Person {
  id: string;
  username: string;
  email: string;
  /** The view that the person has chosen. */
  role: Role;
  adminGranted: boolean;
  emailVerifiedAt: Date | null;
  /** A new address that waits for its confirmation link to be used; `email` stays valid until then. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  propertyName: string | null;
  /** Of the pages; null where the browser chooses. */
  language: Language | null;
  /** Since when signing in takes a code as well; null while the password alone will do. */
  secondFactorAt: Date | null;
  createdAt: Date;
}

/** Who is calling. `isAdmin` is true while the person acts in the admin view and may do so. */
export interface Actor {
  readonly id: string;
  readonly user: Person;
  readonly isAdmin: boolean;
  /** Whether the person has to set up a second factor before anything else. */
  readonly mustSetUpSecondFactor: boolean;
  /** `provenAt`: when the person last typed the password or a code in it. */
  readonly session: { id: string; provenAt: Date | null };
  /** What the API key that calls may do; absent where a person calls. */
  readonly keyScopes?: readonly ApiScope[];
}

declare const authorized: unique symbol;

/**
 * Something that was loaded for a caller who may read it. Services accept nothing else, so a route cannot pass on a row
 * that was not checked.
 */
export type Authorized<T> = T & { readonly [authorized]: true };

/** Called by the loaders of the services alone, after the check. */
export function authorize<T>(value: T): Authorized<T> {
  return value as Authorized<T>;
}
