import { z } from 'zod';
import { id, pageQuery, timestamp } from './common.ts';
import { roles } from './users.ts';

/** What the list of accounts can be narrowed to. */
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
  /** 'admin' if the person may act as an admin, whichever view they chose; in evaluation mode, if they chose that view. */
  role: z.enum(roles),
  createdAt: timestamp,
  /** Null if nobody has signed in since we began to record it. */
  lastSignInAt: timestamp.nullable(),
  /** Since when nobody can sign in; null while somebody can. */
  disabledAt: timestamp.nullable(),
  /** Since when it names nobody; null in every other account. */
  erasedAt: timestamp.nullable(),
  /** Whether signing in takes a code as well. */
  secondFactor: z.boolean(),
  /** How many devices are signed in. */
  sessions: z.number().int(),
});
export type Account = z.infer<typeof accountSchema>;
export const accountListSchema = z.array(accountSchema);
export const accountQuery = pageQuery.extend({
  q: z.string().trim().max(200).optional(),
  group: z.enum(accountGroups).optional(),
});
