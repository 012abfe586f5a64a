import { Link } from '@tanstack/react-router';
import type { CaseArea } from '#contract/case-page.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { Outcome } from '#web/features/areas/components/outcome.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';

const isLeftOut = ({ status }: CaseArea) => status === 'not_applicable';

function noteOf(areas: readonly CaseArea[]): string {
  const leftOut = areas.filter(isLeftOut).length;
  const completed = areas.filter(({ status }) => status === 'completed').length;
  const applicable = areas.length - leftOut;
  const submitted =
    applicable > 0 ? [t('{completed} of {areas} completed', { completed, areas: plural(applicable, 'area') })] : [];
  return [...submitted, ...(leftOut > 0 ? [t('{leftOut} left out', { leftOut })] : [])].join(' · ');
}

/** The areas of the inspection, with those that its owner left out and why; hidden before there is anything to say. */
export function CaseAreas({ areas }: { areas: readonly CaseArea[] }) {
  if (areas.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Areas')} note={noteOf(areas)} />
      <ul className="divide-y divide-line border-t border-line">
        {areas.map((area) => (
          <li key={area.code} className="flex items-center justify-between gap-3 px-[18px] py-2.5">
            <span className="min-w-0">
              {area.inspectionId ? (
                <Link
                  to="/admin"
                  search={{ tab: 'monitoring', inspectionId: area.inspectionId }}
                  className="font-medium text-accent hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
                >
                  {t(area.name)}
                </Link>
              ) : (
                <span className="font-medium">{t(area.name)}</span>
              )}
              {area.notApplicableReason && (
                <span className="block text-small break-words text-ink-2">{area.notApplicableReason}</span>
              )}
            </span>
            <span className="grid shrink-0 justify-items-end gap-0.5 text-end">
              <StatusBadge status={shownStatus(area)} />
              {area.outcome && <Outcome outcome={area.outcome} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
