import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding, RepairPhoto, RepairSight } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { formatPercent } from '#web/lib/format.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';

const nameOf = (category: RepairSight['category']): string =>
  category ? findingCategoryLabels[category].toLowerCase() : t('it');
const surely = ({ confidence }: RepairSight): string => (confidence === null ? '' : `, ${formatPercent(confidence)}`);

const doubts: Record<NonNullable<RepairSight['doubt']>, string> = {
  poor_photo: t('The AI cannot tell: this photo is blurred or badly lit.'),
  never_seen: t('The AI cannot tell: it did not see this before the repair either.'),
  not_analyzed: t('The AI has not looked at this photo.'),
};

/** A sentence about what the AI detects at the place of a finding after its repair. */
export function sightText({ category }: Pick<Finding, 'category'>, sight: RepairSight): string {
  switch (sight.outcome) {
    case 'waiting':
      return t('The AI is looking at the photo.');
    case 'still':
      return t('The AI still sees {finding}{surely}.', { finding: nameOf(sight.category), surely: surely(sight) });
    case 'other':
      return t('The AI no longer sees {finding}, but {other} there{surely}.', {
        finding: nameOf(category),
        other: nameOf(sight.category),
        surely: surely(sight),
      });
    case 'none':
      return t('The AI no longer sees {finding}.', { finding: nameOf(category) });
    case 'unclear':
      return sight.doubt ? doubts[sight.doubt] : doubts.not_analyzed;
  }
}

/** Whether a person still has to decide on the newest repair photo. */
export const isRepairUndecided = ({ repairs, repairVerdict, status }: Finding): boolean =>
  repairs.length > 0 && repairVerdict === null && isOpenFinding({ status });

/** A box for what the AI detects on a repair photo. */
export const sightBoxes = (finding: Pick<Finding, 'severity'>, { sight }: RepairPhoto): PhotoBox[] =>
  sight.boundingBox && sight.category
    ? [
        {
          ...sight.boundingBox,
          label: findingCategoryLabels[sight.category] + (sight.confidence ? ` ${Math.round(sight.confidence)}` : ''),
          tone: finding.severity,
          tentative: true,
        },
      ]
    : [];
