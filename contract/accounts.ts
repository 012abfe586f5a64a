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
  /** `admin` for whoever may act as one, whatever view they have chosen; in evaluation mode for whoever has chosen it. */
  role: z.enum(roles),
  createdAt: timestamp,
  /** Null where nobody has signed in since it is kept. */
  lastSignInAt: timestamp.nullable(),
  /** Since when nobody can sign in; null while somebody can. */
  disabledAt: timestamp.nullable(),
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
