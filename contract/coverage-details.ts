import { hasCheckedItem, notApplicableText, pendingText, requirementsText, type Coverage } from './coverage.ts';
import { t } from './language.ts';
import { plural } from './texts.ts';

/** What an area still needs for a score, such as '3 critical checks and a usable photo'; null when it has one. */
export function missingEvidence(coverage: Coverage): string | null {
  const unanswered = coverage.critical - coverage.criticalAnswered;
  const missing = [
    ...(coverage.checks === 0 ? [t('the checks of an area')] : []),
    ...(unanswered > 0
      ? [plural(unanswered, 'critical check')]
      : coverage.checks > 0 && !hasCheckedItem(coverage)
        ? [t('a check that applies')]
        : []),
    ...(coverage.usablePhotos === 0 ? [t('a usable photo')] : []),
  ];
  return missing.length === 0 ? null : missing.join(t(' and '));
}

/** A text such as '5 of 12 checks · 2 photos'; unusable photos are counted separately. */
export function coverageText(coverage: Coverage): string {
  const { checks, answered, photos, usablePhotos, pendingPhotos } = coverage;
  const pictures =
    usablePhotos + pendingPhotos === photos
      ? plural(photos, 'photo')
      : t('{usablePhotos} of {photos} usable', { usablePhotos, photos: plural(photos, 'photo') });
  const checked = checks === 0 ? '' : t('{answered} of {checks} · ', { answered, checks: plural(checks, 'check') });
  return `${checked}${pictures}${notApplicableText(coverage)}${pendingText(coverage)}${requirementsText(coverage)}`;
}

/** What an area still needs for a score, and its coverage with photos, a line each. */
export function coverageDetails(coverage: Coverage): string[] {
  const missing = missingEvidence(coverage);
  return [...(missing ? [t('Not enough evidence: {missing} missing', { missing })] : []), coverageText(coverage)];
}
