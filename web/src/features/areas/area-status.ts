import type { AreaSession } from '#contract/areas.ts';

/** The status that the badge shows: the review status takes precedence over a completed or reopened area. */
export const shownStatus = ({ status, reviewStatus }: Pick<AreaSession, 'status' | 'reviewStatus'>): string =>
  reviewStatus && (status === 'completed' || reviewStatus === 'requires_action') ? reviewStatus : status;

/** Why an area cannot be edited; null where it can. */
export function closedReason(areaSession: AreaSession): { title: string; text: string } | null {
  if (areaSession.abilities.work) return null;
  if (areaSession.status === 'not_applicable')
    return { title: 'Not at this property', text: areaSession.notApplicableReason ?? 'This area is left out.' };
  if (areaSession.reviewStatus === 'pending_review')
    return { title: 'Under review', text: 'Locked while the brand reviews.' };
  if (areaSession.reviewStatus === 'approved') return { title: 'Approved', text: 'Approved by the brand. Locked.' };
  return { title: 'Read only', text: "Only the property's owner can inspect it." };
}
