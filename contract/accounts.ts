import { z } from 'zod';
import { id, pageQuery, timestamp } from './common.ts';
import { roles } from './users.ts';

/** The groups by which the list of accounts can be filtered. */
export const accountGroups = ['admins', 'disabled'] as const;
export type AccountGroup = (typeof accountGroups)[number];

/** An account as admins see it. */
export const accountSchema = z.object({
  id,
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  /**
   * 'admin' if the user may act as an admin, whatever the chosen view; in evaluation mode, if the user chose that view.
   */
  role: z.enum(roles),
  createdAt: timestamp,
  /** Null if the account was not used since we began to record it. */
  lastSignInAt: timestamp.nullable(),
  /** Since when the account is disabled; null when it is enabled. */
  disabledAt: timestamp.nullable(),
  /** When the user was erased; null in every other account. */
  erasedAt: timestamp.nullable(),
  /** Whether signing in requires a second factor. */
  secondFactor: z.boolean(),
  /** The number of signed-in devices. */
  sessions: z.number().int(),
});
export type Account = z.infer<typeof accountSchema>;
export const accountListSchema = z.array(accountSchema);
export const accountQuery = pageQuery.extend({
  q: z.string().trim().max(200).optional(),
  group: z.enum(accountGroups).optional(),
});
