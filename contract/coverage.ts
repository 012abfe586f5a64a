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

/** What an area still needs for a score, such as '3 critical checks and a usable photo'; null when it has one. */
export function missingEvidence(coverage: Coverage): string | null {
  const unanswered = coverage.critical - coverage.criticalAnswered;
  const missing = [
    ...(coverage.checks === 0 ? [t('the checks of an area')] : []),
    ...(unanswered > 0 ? [plural(unanswered, 'critical check')] : []),
    ...(coverage.usablePhotos === 0 ? [t('a usable photo')] : []),
  ];
  return missing.length === 0 ? null : missing.join(t(' and '));
}

/** A text such as '1 of 3 requirements met with evidence' with a leading separator; empty without requirements. */
const requirementsText = ({ requirements, requirementsMet }: Coverage): string =>
  requirements === 0
    ? ''
    : t(' · {requirementsMet} of {requirements} met with evidence', {
        requirementsMet,
        requirements: plural(requirements, 'requirement'),
      });

/** A text such as '5 of 12 checks · 2 photos'; unusable photos are counted separately. */
export function coverageText(coverage: Coverage): string {
  const { checks, answered, photos, usablePhotos } = coverage;
  const pictures =
    usablePhotos === photos
      ? plural(photos, 'photo')
      : t('{usablePhotos} of {photos} usable', { usablePhotos, photos: plural(photos, 'photo') });
  const checked = checks === 0 ? '' : t('{answered} of {checks} · ', { answered, checks: plural(checks, 'check') });
  return `${checked}${pictures}${requirementsText(coverage)}`;
}

/** A text such as '3 of 8 areas scored · 40 of 96 checks'. */
export const runCoverageText = (coverage: RunCoverage): string => {
  const { areas, areasScored, answered, checks } = coverage;
  const scored = t('{areasScored} of {areas} scored · {answered} of {checks}', {
    areasScored,
    areas: plural(areas, 'area'),
    answered,
    checks: plural(checks, 'check'),
  });
  return `${scored}${requirementsText(coverage)}`;
};

/** The sum over a run's applicable areas, and the requirements that are about the whole property. */
export function coverageOfAreas(
  areas: readonly { coverage: Coverage; complianceScore: number | null }[],
  ofProperty: RequirementCounts,
): RunCoverage {
  const sum = (value: (coverage: Coverage) => number): number =>
    areas.reduce((total, { coverage }) => total + value(coverage), 0);
  return {
    checks: sum(({ checks }) => checks),
    answered: sum(({ answered }) => answered),
    critical: sum(({ critical }) => critical),
    criticalAnswered: sum(({ criticalAnswered }) => criticalAnswered),
    photos: sum(({ photos }) => photos),
    usablePhotos: sum(({ usablePhotos }) => usablePhotos),
    requirements: sum(({ requirements }) => requirements) + ofProperty.requirements,
    requirementsMet: sum(({ requirementsMet }) => requirementsMet) + ofProperty.requirementsMet,
    areas: areas.length,
    areasScored: areas.filter(({ complianceScore }) => complianceScore !== null).length,
  };
}
