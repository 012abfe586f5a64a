import type { AreaSession } from '#contract/areas.ts';
import type { InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { setupStep } from '#web/features/cases/setup-step.ts';
import { nextArea, runFigures } from '#web/features/runs/run-progress.ts';

type AreaSearch = { runId: string; sessionId: string; areaName: string; propertyId: string };

export interface NextStep {
  title: string;
  text: string;
  target: { screen: 'area'; search: AreaSearch } | { screen: 'setup'; search: Partial<ReturnType<typeof setupStep>> };
}

const byDueDate = (cases: readonly InspectionCase[]): InspectionCase[] =>
  cases.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));

const dueText = (item: InspectionCase | undefined): string[] =>
  item ? [t('due {dueDate}', { dueDate: formatDueDate(dueDateOf(item.dueDate)) })] : [];

const areaTarget = ({ id, runId, area, property }: AreaSession): NextStep['target'] => ({
  screen: 'area',
  search: { runId, sessionId: id, areaName: area.name, propertyId: property.id },
});

/** The next step in a run: first what a reviewer has requested, then an area in progress. */
function stepOfRun(run: Run, started: readonly InspectionCase[]): NextStep | null {
  const { progress, abilities } = run;
  const { completed, applicable } = runFigures(progress);
  const facts = [
    ...progress.slice(0, 1).map(({ property }) => property.name),
    t('{completed} of {applicable} areas', { completed, applicable }),
    ...dueText(started.find(({ id }) => id === run.caseId)),
  ].join(' · ');
  const sentBack = progress.find((area) => area.reviewStatus === 'requires_action' && area.abilities.work);
  if (sentBack) {
    const text = sentBack.reviewNote ?? t('The brand asked for a re-inspection.');
    return {
      title: t('Inspect {name} again', { name: t(sentBack.area.name) }),
      text: `${text} · ${facts}`,
      target: areaTarget(sentBack),
    };
  }
  const begun = progress.find((area) => area.status === 'in_progress' && area.abilities.work);
  const next = begun ?? nextArea(progress, '');
  if (next)
    return {
      title: t(begun ? 'Continue {name}' : 'Start {name}', { name: t(next.area.name) }),
      text: facts,
      target: areaTarget(next),
    };
  if (!abilities.submit) return null;
  const target = { screen: 'setup', search: { propertyId: run.propertyId } } as const;
  return { title: t('Submit the inspection'), text: facts, target };
}

/** The next step of a case that has not been started: linking it, its onboarding, or its inspection. */
function stepOfCase(item: InspectionCase): NextStep {
  const search = setupStep(item);
  const { propertyName } = item;
  const title =
    'caseNumber' in search
      ? t('Link {propertyName}', { propertyName })
      : 'caseId' in search
        ? t('Prepare {propertyName}', { propertyName })
        : t('Start the inspection of {propertyName}', { propertyName });
  return {
    title,
    text: [item.caseNumber, ...dueText(item)].join(' · '),
    target: { screen: 'setup', search },
  };
}

/** The properties with running inspections: first those whose case is due first, then those without a case. */
export const runningProperties = (
  started: readonly InspectionCase[],
  runs: readonly { propertyId: string }[],
): string[] => [
  ...new Set([...byDueDate(started), ...runs].flatMap(({ propertyId }) => (propertyId === null ? [] : [propertyId]))),
];

/**
 * The single next step for an owner. `runs` are the current runs in the order of `runningProperties`; the first in which
 * there is something to do counts, because in the others the owner may only be waiting for the brand.
 */
export function nextStep({
  started,
  pending,
  runs,
}: {
  started: readonly InspectionCase[];
  pending: readonly InspectionCase[];
  runs: readonly Run[];
}): NextStep {
  for (const run of runs) {
    const step = stepOfRun(run, started);
    if (step) return step;
  }
  const [soonest] = byDueDate(pending);
  if (soonest) return stepOfCase(soonest);
  const waits = started.length > 0;
  return {
    title: waits ? t('Wait for the review') : t('Link a property'),
    text: waits
      ? t('All areas are submitted. You are notified once the brand has decided.')
      : t('Enter the case number from the e-mail of the brand.'),
    target: { screen: 'setup', search: {} },
  };
}
