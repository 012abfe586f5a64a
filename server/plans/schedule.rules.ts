import { phaseNames, type PhaseName } from '#contract/plans.ts';

/** One piece of work. Days may be fractions down to a hundredth; leadDays run from day 0 of the plan. */
export interface Work {
  phase: PhaseName;
  daysOnSite: number;
  leadDays: number;
}

export interface PhaseSpan {
  name: PhaseName;
  startDay: number;
  days: number;
}

export interface Schedule {
  phases: PhaseSpan[];
  /** The day on which the last phase ends, counted from the plan's acceptance. */
  totalDays: number;
}

// In whole hundredths of a day, so that sums of tenths stay exact.
interface Task {
  length: number;
  ready: number;
}

const longestFirst = (a: Task, b: Task) => b.length - a.length || a.ready - b.ready;
const readyFirst = (a: Task, b: Task) => a.ready - b.ready || b.length - a.length;

/** The end of all tasks if each goes, in order, to the first free crew. */
function endOf(tasks: readonly Task[], start: number, crews: number): number {
  const free = Array.from({ length: Math.max(1, Math.min(crews, tasks.length)) }, () => start);
  for (const task of tasks) {
    const next = free.indexOf(Math.min(...free));
    free[next] = Math.max(free[next] ?? start, task.ready) + task.length;
  }
  return Math.max(...free);
}

/**
 * Phases follow each other. Within a phase `crews` work in parallel, and no work starts before its lead days are over.
 *
 * Tries two orders and takes the better result: longest first, which packs crews well, and earliest ready first, which
 * keeps a crew from waiting for a delivery. Fixed orders guarantee that more crews, or an earlier start, never finish
 * later.
 */
export function schedule(works: readonly Work[], crews: number): Schedule {
  let start = 0;
  const phases = phaseNames.map((name): PhaseSpan => {
    const tasks = works
      .filter((work) => work.phase === name)
      .map((work): Task => ({ length: Math.round(work.daysOnSite * 100), ready: Math.round(work.leadDays * 100) }));
    const end = Math.min(
      ...[longestFirst, readyFirst].map((order) => endOf(tasks.toSorted(order), start, Math.max(1, crews))),
    );
    const span = { name, startDay: start / 100, days: (end - start) / 100 };
    start = end;
    return span;
  });
  return { phases, totalDays: start / 100 };
}
