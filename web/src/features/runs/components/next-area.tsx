import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { runQuery } from '#web/features/areas/run-queries.ts';
import { useRunChanges } from '#web/features/runs/use-run-changes.ts';
import { nextArea, runFigures } from '#web/features/runs/run-progress.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';

const rowClass =
  'flex items-center gap-3.5 rounded-card border border-line bg-surface px-[18px] py-3.5 hover:border-line-strong hover:shadow-card';
const iconClass = 'grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent';

/** A link to the next area, or to the overview once all are completed; hidden if this person has nothing left to do. */
export function NextArea({ areaSession }: { areaSession: AreaSession }) {
  const { data } = useQuery(runQuery(areaSession.runId));
  const run = useRunChanges(data?.run);
  if (!run || areaSession.status !== 'completed') return null;
  const { progress, abilities } = run;
  const { completed, applicable } = runFigures(progress);
  const done = t('{completed} of {areas} completed', { completed, areas: plural(applicable, 'area') });
  const next = nextArea(progress, areaSession.id);
  if (!next && !abilities.generatePip && !abilities.submit) return null;
  const text = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-strong">
          {next ? t('Next: {name}', { name: next.area.name }) : t('All areas completed')}
        </span>
        <span className="block text-small text-ink-2">
          {next ? done : t('Generate the plan for the whole property')}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </>
  );
  return next ? (
    <Link
      to="/area-inspection"
      search={{
        runId: next.runId,
        sessionId: next.id,
        areaName: next.area.name,
        propertyId: next.property.id,
      }}
      className={rowClass}
    >
      <span className={iconClass}>
        <AreaIcon name={next.area.icon} />
      </span>
      {text}
    </Link>
  ) : (
    <Link to="/inspection-setup" search={{ propertyId: areaSession.property.id }} className={rowClass}>
      <span className={iconClass}>
        <CircleCheck aria-hidden="true" className="size-5" />
      </span>
      {text}
    </Link>
  );
}
