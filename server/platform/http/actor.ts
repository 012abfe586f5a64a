import type { SessionRow, UserRow } from '#server/users/users.tables.ts';

/** Who is calling. `isAdmin` is true while the person acts in the admin view and may do so. */
export interface Actor {
  readonly id: string;
  readonly user: UserRow;
  readonly isAdmin: boolean;
  readonly session: SessionRow;
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
