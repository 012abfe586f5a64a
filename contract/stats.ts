import { z } from 'zod';
import { id } from './common.ts';
import { runCoverageSchema } from './coverage.ts';
import { callersDate } from './due-dates.ts';

export const userStatsQuery = z.object({ today: callersDate });
export const planWorkSchema = z.object({
  planId: id,
  propertyName: z.string(),
  /** The items to start or to finish, and those of them whose work the brand has returned. */
  items: z.number().int(),
  returned: z.number().int(),
  /** The brand's note on the work that it returned last. */
  note: z.string().nullable(),
});
export type PlanWork = z.infer<typeof planWorkSchema>;

export const userStatsSchema = z.object({
  totalInspections: z.number().int(),
  pendingReviews: z.number().int(),
  activePIPs: z.number().int(),
  /** The mean of the properties that have a score, as their pages show it; 0 while none has. */
  complianceScore: z.number(),
  /** The properties on which the score is based: an owner's own, or for an admin those inspected last. */
  properties: z.number().int(),
  propertiesScored: z.number().int(),
  /** The sum of the coverage of these properties. */
  coverage: runCoverageSchema,
  /** The accepted plan with work for the owner, one with returned work first; null without one, and for admins. */
  planWork: planWorkSchema.nullable(),
  /**
   * The property whose running inspection waits for its owner: one that was sent back, or else the one whose case is due first;
   * null without one, and for admins.
   */
  runningPropertyId: id.nullable(),
  hints: z.object({
    totalInspections: z.string(),
    pendingReviews: z.string(),
    activePIPs: z.string(),
    complianceScore: z.string(),
  }),
});
export type UserStats = z.infer<typeof userStatsSchema>;
