import { z } from 'zod';
import { id, requiredText, timestamp } from './common.ts';

/** The lists of which admins can save views, and the query parameters that a view of each consists of. */
export const savedParameters = {
  cases: ['q', 'status', 'type', 'overdue', 'sort'],
  monitoring: ['q', 'status', 'propertyId', 'flagged', 'from', 'to', 'sort'],
} as const;
export const savedLists = ['cases', 'monitoring'] as const;
export type SavedList = (typeof savedLists)[number];

/** The maximum number per account. */
export const maxSavedViews = 20;

const value = z.string().max(500).optional();
/** The query parameters in the form of the screen's address, which the screen parses like any other. */
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
