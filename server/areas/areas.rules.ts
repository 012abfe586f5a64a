import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';

/*
 * Area session: not_started ──(a permission, or the first photo)──▶ in_progress ──(complete)──▶ completed
 *               not_started, in_progress ──(does not apply)──▶ not_applicable ──(does after all)──▶ in_progress
 *               completed ──(an admin requests re-inspection)──▶ in_progress
 */

/** Field work goes on until the area is completed; a re-inspection opens it again. */
export const isOpen = (status: AreaSessionStatus): boolean => status === 'not_started' || status === 'in_progress';

/** Photos and findings of a review stand still from its submission to its decision. */
export const isUnderReview = (review: InspectionStatus | null): boolean =>
  review === 'pending_review' || review === 'approved';

/** Ten checked items fill the bar. Each photo checks one, and so does each answer of the checklist. */
export const progressOfItems = (itemsChecked: number): number => Math.min(100, itemsChecked * 10);

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** "2 photos, 1 open finding." */
export const evidenceText = ({ photoCount, openIssues }: { photoCount: number; openIssues: number }): string =>
  `${counted(photoCount, 'photo')}, ${counted(openIssues, 'open finding')}.`;
