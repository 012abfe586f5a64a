import { z } from 'zod';
import { callersDate } from './due-dates.ts';

export const userStatsQuery = z.object({ today: callersDate });
export const userStatsSchema = z.object({
  totalInspections: z.number().int(),
  pendingReviews: z.number().int(),
  activePIPs: z.number().int(),
  /** The mean of the properties that have a score; 0 while none has. */
  complianceScore: z.number(),
  propertiesScored: z.number().int(),
  hints: z.object({
    totalInspections: z.string(),
    pendingReviews: z.string(),
    activePIPs: z.string(),
    complianceScore: z.string(),
  }),
});
export type UserStats = z.infer<typeof userStatsSchema>;
