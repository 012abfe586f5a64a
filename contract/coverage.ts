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
  photos: count,
  usablePhotos: count,
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
  photos: 0,
  usablePhotos: 0,
  requirements: 0,
  requirementsMet: 0,
};

/** The sum over the applicable areas of a run or property, and the number of areas with a score. */
export const runCoverageSchema = coverageSchema.extend({ areas: count, areasScored: count });
export type RunCoverage = z.infer<typeof runCoverageSchema>;

/**
 * An area has a score once its critical checks are answered and it has a usable photo. An inspection without any checks
 * is never scored, however clean its photos are.
 */
export const isScorable = ({ checks, critical, criticalAnswered, usablePhotos }: Coverage): boolean =>
  checks > 0 && criticalAnswered >= critical && usablePhotos > 0;

/** Whether every check is answered, every requirement is met, and a usable photo shows the area. */
export const isFullyCovered = (coverage: Coverage): boolean =>
  isScorable(coverage) && coverage.answered >= coverage.checks && coverage.requirementsMet >= coverage.requirements;

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
  return `${scored}${requirementsText(coverage)}`;
};

/** What a score is based on: an area or inspection, or the areas of a run or property. */
export type ScoreBasis = Coverage | RunCoverage;

const isOfAreas = (basis: ScoreBasis): basis is RunCoverage => 'areas' in basis;

/** The shortest text that a score may stand beside, such as '5 of 12 checks'; of several areas as in a run. */
export function basisText(basis: ScoreBasis): string {
  if (isOfAreas(basis)) return runCoverageText(basis);
  const { checks, answered, usablePhotos } = basis;
  const checked =
    checks === 0 ? t('no checks') : t('{answered} of {checks}', { answered, checks: plural(checks, 'check') });
  return `${checked}${usablePhotos === 0 ? t(' · no usable photo') : ''}${requirementsText(basis)}`;
}
