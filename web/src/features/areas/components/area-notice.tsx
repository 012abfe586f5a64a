import { Lock, TriangleAlert } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { closedReason } from '#web/features/areas/area-status.ts';

/** The reviewer's request, or the reason why the area is read-only. */
export function AreaNotice({ areaSession }: { areaSession: AreaSession }) {
  const closed = closedReason(areaSession);
  const sentBack = areaSession.reviewStatus === 'requires_action' && areaSession.abilities.work;
  if (sentBack)
    return (
      <div role="note" className="flex gap-3 rounded-card bg-high-soft px-4 py-3 text-high">
        <TriangleAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
        <div>
          <p className="font-strong">{t('Requires Action')}</p>
          <p>{areaSession.reviewNote ?? t('The brand asked for a re-inspection of this area.')}</p>
        </div>
      </div>
    );
  if (!closed) return null;
  return (
    <div role="note" className="flex gap-3 rounded-card border border-line bg-sunken px-4 py-3 text-ink-2">
      <Lock aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div>
        <p className="font-strong text-ink">{closed.title}</p>
        <p>{closed.text}</p>
      </div>
    </div>
  );
}
