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

/** As in coverage, requirements in areas that are left out count for themselves. */
export function metText(requirements: readonly ShownRequirement[]): string {
  const counted = requirements.filter(({ leftOut }) => !leftOut);
  const met = t('{met} of {requirements} met', {
    met: counted.filter((each) => each.met).length,
    requirements: counted.length,
  });
  const leftOut = requirements.length - counted.length;
  return leftOut > 0 ? `${met} · ${t('{leftOut} in areas left out', { leftOut })}` : met;
}
