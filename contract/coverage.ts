import { z } from 'zod';
import { plural } from './texts.ts';
import { t } from './language.ts';

const count = z.number().int().min(0);

/** What a score is based on. A check is answered once it has any result; a photo is usable if it can be judged. */
export const coverageSchema = z.object({
  checks: count,
  answered: count,
  critical: count,
  criticalAnswered: count,
  /** The answered checks that were said not to apply: they say nothing about the state of the area. */
  notApplicable: count,
  photos: count,
  usablePhotos: count,
  /** The photos that are still being analyzed, which may show more findings. */
  pendingPhotos: count,
  /** The requirements of the case, and the number that a photo or a passed check meets. */
  requirements: count,
  requirementsMet: count,
});
export type Coverage = z.infer<typeof coverageSchema>;

export type RequirementCounts = Pick<Coverage, 'requirements' | 'requirementsMet'>;

export const noCoverage: Coverage = {
  checks: 0,
  answered: 0,
  critical: 0,
  criticalAnswered: 0,
  notApplicable: 0,
  photos: 0,
  usablePhotos: 0,
  pendingPhotos: 0,
  requirements: 0,
  requirementsMet: 0,
};

/** The sum over the applicable areas of a run or property, and the number of areas with a score. */
export const runCoverageSchema = coverageSchema.extend({ areas: count, areasScored: count });
export type RunCoverage = z.infer<typeof runCoverageSchema>;

/** Whether a check was passed or failed: one that does not apply is no evidence. */
export const hasCheckedItem = ({ answered, notApplicable }: Coverage): boolean => answered > notApplicable;

/**
 * An area has a score once its critical checks are answered, any of its checks was passed or failed, and it has a usable
 * photo. An inspection without any checks is never scored, however clean its photos are.
 */
export const isScorable = (coverage: Coverage): boolean =>
  hasCheckedItem(coverage) && coverage.criticalAnswered >= coverage.critical && coverage.usablePhotos > 0;

/** Whether every check is answered, every requirement is met, a usable photo shows the area, and all photos are analyzed. */
export const isFullyCovered = (coverage: Coverage): boolean =>
  isScorable(coverage) &&
  coverage.answered >= coverage.checks &&
  coverage.requirementsMet >= coverage.requirements &&
  coverage.pendingPhotos === 0;

/** The percentage of answered checks. */
export const checksPercent = ({ checks, answered }: Pick<Coverage, 'checks' | 'answered'>): number =>
  checks === 0 ? 0 : (answered / checks) * 100;

/** A text such as '1 of 3 requirements met with evidence' with a leading separator; empty without requirements. */
export const requirementsText = ({ requirements, requirementsMet }: Coverage): string =>
  requirements === 0
    ? ''
    : t(' · {requirementsMet} of {requirements} met with evidence', {
        requirementsMet,
        requirements: plural(requirements, 'requirement'),
      });

/** A text such as '3 not applicable' with a leading separator; empty where every check applies. */
export const notApplicableText = ({ notApplicable }: Pick<Coverage, 'notApplicable'>): string =>
  notApplicable === 0 ? '' : t(' · {notApplicable} not applicable', { notApplicable });

/** A text such as '2 photos being analyzed' with a leading separator; empty once all are. */
export const pendingText = ({ pendingPhotos }: Pick<Coverage, 'pendingPhotos'>): string =>
  pendingPhotos > 0 ? t(' · {photos} being analyzed', { photos: plural(pendingPhotos, 'photo') }) : '';

/** A text such as '3 of 8 areas scored · 40 of 96 checks'. */
export const runCoverageText = (coverage: RunCoverage): string => {
  if (coverage.areas === 0) return t('no area scored yet');
  const { areas, areasScored, answered, checks } = coverage;
  const scored = t('{areasScored} of {areas} scored · {answered} of {checks}', {
    areasScored,
    areas: plural(areas, 'area'),
    answered,
    checks: plural(checks, 'check'),
  });
  return `${scored}${notApplicableText(coverage)}${pendingText(coverage)}${requirementsText(coverage)}`;
};

/** What a score is based on: an area or inspection, or the areas of a run or property. */
export type ScoreBasis = Coverage | RunCoverage;

const isOfAreas = (basis: ScoreBasis): basis is RunCoverage => 'areas' in basis;

/**
 * The shortest text that a score may stand beside, such as '5 of 12 checks'; of several areas as in a run. For a narrow
 * column it counts requirements in fewer words.
 */
export function basisText(basis: ScoreBasis, narrow = false): string {
  if (isOfAreas(basis)) return runCoverageText(basis);
  const { checks, answered, usablePhotos, requirements, requirementsMet } = basis;
  const checked =
    checks === 0 ? t('no checks') : t('{answered} of {checks}', { answered, checks: plural(checks, 'check') });
  const met =
    narrow && requirements > 0
      ? ` · ${requirementsMet} of ${plural(requirements, 'requirement')}`
      : requirementsText(basis);
  // A photo that is being analyzed may turn out to be usable.
  const pictured = pendingText(basis) || (usablePhotos === 0 ? t(' · no usable photo') : '');
  return `${checked}${notApplicableText(basis)}${pictured}${met}`;
}

/**
 * The same in the fewest words, for the column of a table on a tablet, such as '15/16 checks · 4 n/a · 1/2 req.'. Only
 * administrators read it, in English.
 */
export function shortestBasisText(basis: ScoreBasis): string {
  const { checks, answered, notApplicable, pendingPhotos, usablePhotos, requirements, requirementsMet } = basis;
  if (isOfAreas(basis) && basis.areas === 0) return runCoverageText(basis);
  const parts = [
    isOfAreas(basis) && `${basis.areasScored}/${plural(basis.areas, 'area')} scored`,
    checks === 0 ? 'no checks' : `${answered}/${plural(checks, 'check')}`,
    notApplicable > 0 && `${notApplicable} n/a`,
    pendingPhotos > 0 ? `${pendingPhotos} analyzing` : !isOfAreas(basis) && usablePhotos === 0 && 'no usable photo',
    requirements > 0 && `${requirementsMet}/${requirements} req.`,
  ];
  return parts.filter(Boolean).join(' · ');
}
