import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { emailVerified } from './users.rules.ts';

const payload = z.object({ userId: z.uuid(), by: z.uuid() });
/** Erases a user (server/personal-data), once nobody can sign in to the account any more. */
export const erasePerson: JobKind<z.infer<typeof payload>> = { name: 'erase-person', payload };

/** Erases a user's names from the texts in a module's rows. */
export interface TextErasure {
  erasePerson(change: Change, person: NamedPerson): Promise<void>;
}

/** Long enough for the user's running requests and mails to end. */
export const erasureDelaySeconds = 5;

/** Replaces an erased address. `.invalid` is reserved, so no mail can ever be sent there. */
export const erasedAddress = (userId: string): string => `${userId}@erased.invalid`;
export const isErasedAddress = (address: string): boolean => address.endsWith('@erased.invalid');

/** The fields of an account whose user is erased: an id, and nothing that identifies anyone. */
export const erasedFields = (userId: string, now: Date) => ({
  username: `erased-${userId}`,
  email: erasedAddress(userId),
  // Not a valid hash, so no password matches.
  password: 'erased',
  role: 'property' as const,
  adminGranted: false,
  emailVerifiedAt: null,
  pendingEmail: null,
  firstName: 'Erased',
  lastName: 'Account',
  propertyName: null,
  language: null,
  secondFactorAt: null,
  lastSignInAt: null,
  disabledAt: now,
  erasedAt: now,
});

/** Anyone can enter anyone's address, so only a confirmed one is erased from what others have written. */
export function namedPerson(mode: Config['mode'], user: UserRow): NamedPerson {
  const { id, username, firstName, lastName, email } = user;
  return {
    id,
    username,
    fullName: firstName && lastName ? `${firstName} ${lastName}` : null,
    addresses: emailVerified(mode, user) ? [email] : [],
    formerAddresses: [],
  };
}
