import { z } from 'zod';
import { id, requiredText, timestamp } from './common.ts';

/** The lists of which an administrator saves views, and the query parameters of each that a view consists of. */
export const savedParameters = {
  cases: ['q', 'status', 'type', 'overdue', 'sort'],
  monitoring: ['q', 'status', 'propertyId', 'flagged', 'from', 'to', 'sort'],
} as const;
export const savedLists = ['cases', 'monitoring'] as const;
export type SavedList = (typeof savedLists)[number];

/** Of one account. */
export const maxSavedViews = 20;

const value = z.string().max(500).optional();
/** The query parameters as the screen has them; the screen reads them as it reads any address. */
export const savedSearchSchema = z.object({
  q: value,
  status: value,
  type: value,
  overdue: value,
  sort: value,
  propertyId: value,
  flagged: value,
  from: value,
  to: value,
});
export type SavedSearch = z.output<typeof savedSearchSchema>;

const name = requiredText('Name is required', 60);
export const savedViewInputSchema = z.object({ list: z.enum(savedLists), name, search: savedSearchSchema });
export type SavedViewInput = z.input<typeof savedViewInputSchema>;
export const savedViewNameSchema = z.object({ name });

export const savedViewSchema = z.object({
  id,
  list: z.enum(savedLists),
  name: z.string(),
  search: savedSearchSchema,
  createdAt: timestamp,
});
export type SavedView = z.output<typeof savedViewSchema>;
