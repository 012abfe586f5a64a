import type { Role } from '#contract/users.ts';

/** What the platform and the modules know of a person; the password's hash is not part of it. */
export interface Person {
  id: string;
  username: string;
  email: string;
  /** The view that the person has chosen. */
  role: Role;
  adminGranted: boolean;
  emailVerifiedAt: Date | null;
  /** An address that a link to confirm it was sent to; `email` holds until that link is used. */
  pendingEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  propertyName: string | null;
  createdAt: Date;
}

/** Who is calling. `isAdmin` is true while the person acts in the admin view and may do so. */
export interface Actor {
  readonly id: string;
  readonly user: Person;
  readonly isAdmin: boolean;
  readonly session: { id: string };
}

declare const authorized: unique symbol;

/**
 * Something that was loaded for a caller who may read it. Services take only this, so a route cannot hand over a row
 * that nobody has checked.
 */
export type Authorized<T> = T & { readonly [authorized]: true };

/** Called by the loaders of the services alone, after the check. */
export function authorize<T>(value: T): Authorized<T> {
  return value as Authorized<T>;
}
