import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDueDate, isOverdue, localDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import type { AreaRequirement, CaseRequirement } from '#contract/requirements.ts';
import { Badge } from '#web/ui/badge.tsx';

/** A requirement in an area; among those of the whole case, also which area it belongs to and whether that is left out. */
type ShownRequirement = AreaRequirement & Partial<CaseRequirement>;

/** The evidence for a requirement, or what is missing. */
function stateText({ met, evidence, metIn, photoRequired, areaName, leftOut }: ShownRequirement): string {
  if (leftOut) {
    const place = t('Not met: {areaName} is left out', { areaName: t(areaName ?? '') });
    return leftOut.reason ? `${place} · ${leftOut.reason}` : place;
  }
  if (evidence?.photoId && !metIn)
    return met ? t('Met by a photo') : t('Not met: the photo is unusable. Choose another photo.');
  if (evidence?.check)
    return met
      ? t('Met by the check “{check}”', { check: evidence.check })
      : t('“{check}” is not passed yet', { check: evidence.check });
  if (metIn) return t('Met in {metIn}', { metIn });
  return photoRequired ? t('Not met: needs a photo') : t('Not met: needs a photo or a passed check');
}

interface RequirementRowsProps {
  requirements: readonly ShownRequirement[];
  /** Renders an action next to a requirement. */
  action?: (requirement: ShownRequirement) => ReactNode;
}

/** The requirements of an area or a case, each with its evidence. */
export function RequirementRows({ requirements, action }: RequirementRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {requirements.map((requirement) => {
        const { position, text, area, areaName, dueDate, photoRequired, met, evidence } = requirement;
        const Icon = met ? CircleCheck : CircleDashed;
        return (
          <li key={position} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <Icon aria-hidden="true" className={`size-5 shrink-0 ${met ? 'text-good' : 'text-ink-3'}`} />
            <span className="min-w-0 flex-1 basis-28">
              <span className="block font-medium break-words">{text}</span>
              <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
                {stateText(requirement)}
                {(areaName || area === null) && <Badge>{areaName ? t(areaName) : t('Whole property')}</Badge>}
                {areaName !== undefined && photoRequired && <Badge tone="outline">{t('Photo required')}</Badge>}
                {dueDate && (
                  <Badge tone={!met && isOverdue(dueDate, localDate(new Date())) ? 'critical' : 'outline'}>
                    {t('due {dueDate}', { dueDate: formatDueDate(dueDate) })}
                  </Badge>
                )}
              </span>
            </span>
            {evidence?.thumbnailUrl && (
              <img src={evidence.thumbnailUrl} alt="" className="size-12 shrink-0 rounded-control object-cover" />
            )}
            {action?.(requirement)}
          </li>
        );
      })}
    </ul>
  );
}

/** "1 of 3 met", without the requirements in areas that are left out, as in coverage. */
const countText = (requirements: readonly ShownRequirement[], ofProperty = false): string => {
  const counts = { met: requirements.filter(({ met }) => met).length, requirements: requirements.length };
  return ofProperty
    ? t('{met} of {requirements} for the whole property', counts)
    : t('{met} of {requirements} met', counts);
};

function textWithLeftOut(texts: readonly string[], requirements: readonly ShownRequirement[]): string {
  const leftOut = requirements.filter((each) => each.leftOut).length;
  return [...texts, ...(leftOut > 0 ? [t('{leftOut} in areas left out', { leftOut })] : [])].join(' · ');
}

/** How many requirements of a whole case are met. */
export function metText(requirements: readonly ShownRequirement[]): string {
  const counted = requirements.filter(({ leftOut }) => !leftOut);
  return textWithLeftOut([countText(counted)], requirements);
}

/** The same of an area: as in its coverage, those about the whole property do not count as its own, because another may meet them. */
export function metTextOfArea(requirements: readonly ShownRequirement[]): string {
  const counted = requirements.filter(({ leftOut }) => !leftOut);
  const [own, ofProperty] = [counted.filter(({ area }) => area !== null), counted.filter(({ area }) => area === null)];
  return textWithLeftOut(
    [...(own.length > 0 ? [countText(own)] : []), ...(ofProperty.length > 0 ? [countText(ofProperty, true)] : [])],
    requirements,
  );
}
