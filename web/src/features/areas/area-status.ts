import type { AreaSession } from '#contract/areas.ts';

/** What the badge of an area says: a review counts more than that the field work is done or open again. */
export const shownStatus = ({ status, reviewStatus }: Pick<AreaSession, 'status' | 'reviewStatus'>): string =>
  reviewStatus && (status === 'completed' || reviewStatus === 'requires_action') ? reviewStatus : status;

/** Why an area cannot be worked on now; null where it can. */
export function closedReason(areaSession: AreaSession): { title: string; text: string } | null {
  if (areaSession.abilities.work) return null;
  if (areaSession.status === 'not_applicable')
    return { title: 'Not applicable', text: areaSession.notApplicableReason ?? 'This area leaves every count.' };
  if (areaSession.reviewStatus === 'pending_review')
    return { title: 'Under review', text: 'Photos and findings stand still until the brand has decided.' };
  if (areaSession.reviewStatus === 'approved')
    return { title: 'Approved', text: 'The brand has approved this area. Nothing can be changed any more.' };
  return { title: 'Read only', text: "Only the property's owner does the field work." };
}
