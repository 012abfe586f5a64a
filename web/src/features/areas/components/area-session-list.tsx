import { Link } from '@tanstack/react-router';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { AreaOutcome } from '#web/features/areas/components/area-outcome.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { ScoreBar } from '#web/ui/score.tsx';

function AreaSessionRow({ areaSession }: { areaSession: AreaSession }) {
  return (
    <Link
      to="/area-analysis"
      search={{ sessionId: areaSession.id }}
      className="flex items-center gap-3 px-[18px] py-3 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-2">
        <AreaIcon name={areaSession.area.icon} className="size-[18px]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong">{areaSession.property.name}</span>
        <span className="flex flex-col text-small text-ink-2 lg:flex-row lg:gap-x-2">
          <span>{t(areaSession.area.name)}</span>
          <time dateTime={areaSession.lastActivity} className="whitespace-nowrap text-ink-3">
            {formatDate(areaSession.lastActivity)}, {formatTime(areaSession.lastActivity)}
          </time>
        </span>
      </span>
      <span className="hidden w-20 text-end text-small text-ink-2 sm:block">
        {plural(areaSession.photoCount, 'photo')}
      </span>
      <span className="hidden w-20 text-end text-small text-ink-2 sm:block">
        {plural(areaSession.issuesDetected, 'finding')}
      </span>
      <span className="hidden w-36 md:ms-3 md:block">
        {areaSession.status !== 'not_applicable' && (
          <ScoreBar
            score={areaSession.complianceScore}
            coverage={areaSession.coverage}
            label={t('Compliance score of {name}', { name: areaSession.area.name })}
          />
        )}
      </span>
      <span className="shrink-0 text-end md:w-32">
        <StatusBadge status={shownStatus(areaSession)} />
        <AreaOutcome areaSession={areaSession} className="block max-w-32" />
      </span>
    </Link>
  );
}

/** Area sessions as rows that link to their analysis. */
export function AreaSessionList({ areaSessions }: { areaSessions: readonly AreaSession[] }) {
  return (
    <ul className="divide-y divide-line">
      {areaSessions.map((areaSession) => (
        <li key={areaSession.id}>
          <AreaSessionRow areaSession={areaSession} />
        </li>
      ))}
    </ul>
  );
}
