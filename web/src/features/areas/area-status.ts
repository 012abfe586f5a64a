import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';

/** The status for the badge: a review status takes precedence over 'completed' or 'in progress'. */
export const shownStatus = ({ status, reviewStatus }: Pick<AreaSession, 'status' | 'reviewStatus'>): string =>
  reviewStatus && (status === 'completed' || reviewStatus === 'requires_action') ? reviewStatus : status;

/** Why an area cannot be edited; null if it can. */
export function closedReason(areaSession: AreaSession): { title: string; text: string } | null {
  if (areaSession.abilities.work) return null;
  if (areaSession.status === 'not_applicable')
    return { title: t('Not at this property'), text: areaSession.notApplicableReason ?? t('This area is left out.') };
  if (areaSession.reviewStatus === 'pending_review')
    return { title: t('Under review'), text: t('Locked while the brand reviews.') };
  if (areaSession.reviewStatus === 'approved')
    return { title: t('Approved'), text: t('Approved by the brand. Locked.') };
  return { title: t('Read only'), text: t("Only the property's owner can inspect it.") };
}
