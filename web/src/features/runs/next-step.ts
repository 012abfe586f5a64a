import type { AreaSession } from '#contract/areas.ts';
import type { InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { Run } from '#contract/runs.ts';
import type { Plan } from '#contract/plans.ts';
import type { PlanWork } from '#contract/stats.ts';
import { plural } from '#contract/texts.ts';
import { setupStep } from '#web/features/cases/setup-step.ts';
import { soonestFirst } from '#web/features/cases/soonest-first.ts';
import { dueIn } from '#web/lib/due.ts';
import { isApproved, nextArea, runFigures } from '#web/features/runs/run-progress.ts';

type AreaSearch = { runId: string; sessionId: string; areaName: string; propertyId: string };

export interface NextStep {
  title: string;
  text: string;
  target:
    | { screen: 'area'; search: AreaSearch }
    | { screen: 'inspection'; inspection: Inspection }
    | { screen: 'plan'; id: string }
    | { screen: 'setup'; search: Partial<ReturnType<typeof setupStep>> };
}

function dueText(item: InspectionCase | undefined): string[] {
  if (!item) return [];
  const { days, text } = dueIn(item.dueDate);
  return [days < 0 ? text : t('due {dueDate}', { dueDate: formatDueDate(dueDateOf(item.dueDate)) })];
}

const areaTarget = ({ id, runId, area, property }: AreaSession): NextStep['target'] => ({
  screen: 'area',
  search: { runId, sessionId: id, areaName: area.name, propertyId: property.id },
});

function completedText(progress: Run['progress']): string {
  const { completed, applicable } = runFigures(progress);
  return t('{completed} of {areas}', { completed, areas: plural(applicable, 'area') });
}

/** The name of the property, the completed areas and the due date of a run. */
const factsOf = ({ progress, caseId }: Run, started: readonly InspectionCase[]): string =>
  [
    ...progress.slice(0, 1).map(({ property }) => property.name),
    completedText(progress),
    ...dueText(started.find(({ id }) => id === caseId)),
  ].join(' · ');

const inspectAgain = (area: string, note: string | null, facts: string) => ({
  title: t('Inspect {name} again', { name: t(area) }),
  text: `${note ?? t('The brand asked for a re-inspection.')} · ${facts}`,
});

/** The area of a run that a reviewer sent back. */
function sentBackStep(run: Run, started: readonly InspectionCase[]): NextStep | null {
  const sentBack = run.progress.find((area) => area.reviewStatus === 'requires_action' && area.abilities.work);
  if (!sentBack) return null;
  const { area, reviewNote } = sentBack;
  return { ...inspectAgain(area.name, reviewNote, factsOf(run, started)), target: areaTarget(sentBack) };
}

/** The next area of a run, or its submission. */
function stepOfRun(run: Run, started: readonly InspectionCase[]): NextStep | null {
  const { progress, abilities } = run;
  const facts = factsOf(run, started);
  const begun = progress.find((area) => area.status === 'in_progress' && area.abilities.work);
  const next = begun ?? nextArea(progress, '');
  if (next)
    return {
      title: t(begun ? 'Continue {name}' : 'Start {name}', { name: t(next.area.name) }),
      text: facts,
      target: areaTarget(next),
    };
  if (!abilities.submit || isApproved(progress)) return null;
  const target = { screen: 'setup', search: { propertyId: run.propertyId } } as const;
  return { title: t('Submit the inspection'), text: facts, target };
}

/** A live or photo inspection that is in progress, or that a reviewer sent back. */
function stepOfInspection(inspection: Inspection): NextStep {
  const { area, propertyName, reviewNote, status } = inspection;
  const target = { screen: 'inspection', inspection } as const;
  return status === 'requires_action'
    ? { ...inspectAgain(area, reviewNote, propertyName), target }
    : { title: t('Continue {name}', { name: t(area) }), text: propertyName, target };
}

type WaitingPlan = Pick<Plan, 'id' | 'area' | 'itemCount' | 'property'>;

/** A plan that waits for the owner's acceptance. */
const stepOfPlan = (plan: WaitingPlan): NextStep => ({
  title: t('Review and accept the plan of {property}', { property: plan.property.name }),
  text: [plan.area === null ? t('Whole property') : t(plan.area), plural(plan.itemCount, 'item')].join(' · '),
  target: { screen: 'plan', id: plan.id },
});

/** The work of an accepted plan: what the brand returned, or else what is to be done. */
const stepOfWork = ({ planId, propertyName, items, returned, note }: PlanWork): NextStep => ({
  target: { screen: 'plan', id: planId },
  ...(returned > 0
    ? {
        title: t('Finish the returned work at {property}', { property: propertyName }),
        text: [note, t('{items} returned', { items: plural(returned, 'item') })].filter(Boolean).join(' · '),
      }
    : {
        title: t('Do the work of the plan of {property}', { property: propertyName }),
        text: t('{items} to do', { items: plural(items, 'item') }),
      }),
});

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

interface Work {
  started: readonly InspectionCase[];
  pending: readonly InspectionCase[];
  /** The run that the owner continues first, if there is one (`runningPropertyId` of the figures). */
  run: Run | null;
  /** The live and photo inspections in progress or sent back. */
  open: readonly Inspection[];
  /** A sent plan that the owner may accept, if there is one. */
  plans: readonly WaitingPlan[];
  /** An accepted plan with work to do. */
  planWork: PlanWork | null;
  /** How many inspections wait for the brand, and how many properties are linked. */
  pendingReviews: number;
  properties: number;
}

/** What to do while nothing is left to do: to wait for the brand, or to link the property of a case. */
function stepWithoutWork({ started, pendingReviews, properties }: Work): NextStep {
  const target = { screen: 'setup', search: {} } as const;
  if (started.length > 0 || pendingReviews > 0)
    return {
      title: t('Wait for the review'),
      text: t('Everything is submitted. You are notified once the brand has decided.'),
      target,
    };
  return properties > 0
    ? {
        title: t('Nothing to do now'),
        text: t('Start an inspection at any time, or enter the case number of a new case.'),
        target,
      }
    : { title: t('Link a property'), text: t('Enter the case number from the e-mail of the brand.'), target };
}

const firstOf = <T>(items: readonly T[], stepOf: (item: T) => NextStep | null): NextStep | undefined => {
  for (const item of items) {
    const step = stepOf(item);
    if (step) return step;
  }
  return undefined;
};

/**
 * The single next step for an owner: what a reviewer has asked for, then the run, a plan to accept, the cases that are due,
 * the work of an accepted plan, and the live and photo inspections, which nobody waits for.
 */
export function nextStep(work: Work): NextStep {
  const { started, pending, run, open, plans } = work;
  const planWork = work.planWork ? [work.planWork] : [];
  const returned = planWork.filter((each) => each.returned > 0);
  const sentBack = open.filter(({ status }) => status === 'requires_action');
  return (
    (run && sentBackStep(run, started)) ??
    firstOf(sentBack, stepOfInspection) ??
    firstOf(returned, stepOfWork) ??
    (run && stepOfRun(run, started)) ??
    firstOf(plans, stepOfPlan) ??
    firstOf(soonestFirst(pending), stepOfCase) ??
    firstOf(planWork, stepOfWork) ??
    firstOf(open, stepOfInspection) ??
    stepWithoutWork(work)
  );
}
