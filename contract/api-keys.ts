import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { roles } from './users.ts';

/**
 * The parts of the API for which a key can be created, by the tags of their calls. Calls with any other tag accept no
 * key.
 */
export const apiAreas = {
  cases: { label: 'Cases', tags: ['Cases'] },
  properties: { label: 'Properties', tags: ['Properties'] },
  inspections: { label: 'Inspections', tags: ['Runs', 'Areas', 'Inspections', 'Checklists', 'Live inspection'] },
  photos: { label: 'Photos and recordings', tags: ['Photos', 'Recordings', 'Uploads'] },
  findings: { label: 'Findings', tags: ['Findings'] },
  plans: { label: 'Improvement plans', tags: ['Property improvement plans'] },
  messages: { label: 'Messages and notifications', tags: ['Messages', 'Notifications'] },
  analytics: { label: 'Analytics', tags: ['Analytics'] },
  audit: { label: 'Audit log', tags: ['Audit log'] },
} as const satisfies Record<string, { label: string; tags: readonly string[] }>;
export type ApiArea = keyof typeof apiAreas;
export const apiAreaNames = Object.keys(apiAreas) as ApiArea[];

export const apiRights = ['read', 'write'] as const;
export type ApiRight = (typeof apiRights)[number];
export type ApiScope = `${ApiArea}:${ApiRight}`;
export const apiScopes = apiAreaNames.flatMap((area) => apiRights.map((right): ApiScope => `${area}:${right}`));

/** The area of a call; null for one that accepts no key. */
export const apiAreaOfTag = (tag: string): ApiArea | null =>
  apiAreaNames.find((area) => (apiAreas[area].tags as readonly string[]).includes(tag)) ?? null;

/** Whether scopes allow a call of an area. The right to write includes the right to read. */
export const allowsCall = (scopes: readonly ApiScope[], area: ApiArea, right: ApiRight): boolean =>
  scopes.includes(`${area}:write`) || (right === 'read' && scopes.includes(`${area}:read`));

/** The numbers of days for which a key can be valid. */
export const apiKeyDays = [7, 30, 90, 365] as const;
/** The maximum number of keys per account. */
export const maxApiKeys = 20;

export const apiKeyInputSchema = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(100, 'Name must be at most 100 characters'),
  scopes: z
    .array(z.enum(apiScopes as [ApiScope, ...ApiScope[]]))
    .min(1, 'Choose at least one right')
    .max(apiScopes.length)
    .transform((scopes) => [...new Set(scopes)]),
  days: z.union(apiKeyDays.map((days) => z.literal(days))).default(90),
});
export type ApiKeyInput = z.input<typeof apiKeyInputSchema>;

export const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** The part of the key that is not secret, by which it can be recognized. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes as [ApiScope, ...ApiScope[]])),
  /** The user's view when the key was created: a key of the owner view never acts as an admin. */
  role: z.enum(roles),
  createdAt: timestamp,
  expiresAt: timestamp,
  expired: z.boolean(),
  /** Null until it is used; updated at most once a minute. */
  lastUsedAt: timestamp.nullable(),
  /** The network from which it was last used. */
  lastUsedFrom: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
export const apiKeyListSchema = z.array(apiKeySchema);

/** The answer when a key is created, the only one that contains its secret. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });

/** A key as admins see it. */
export const accountApiKeySchema = apiKeySchema.extend({ owner: z.object({ id, name: z.string() }) });
export type AccountApiKey = z.infer<typeof accountApiKeySchema>;
export const accountApiKeyListSchema = z.array(accountApiKeySchema);
