import { phaseNames, type PhaseName } from '#contract/plan-phases.ts';

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
  /** The day on which each piece of work starts, in the order of the works. */
  startDays: number[];
  /** The day on which the last phase ends, counted from the plan's acceptance. */
  totalDays: number;
}

// In whole hundredths of a day, so that sums of tenths stay exact.
interface Task {
  length: number;
  ready: number;
  /** Its place among the works. */
  index: number;
}

const longestFirst = (a: Task, b: Task) => b.length - a.length || a.ready - b.ready;
const readyFirst = (a: Task, b: Task) => a.ready - b.ready || b.length - a.length;

/** When each task starts and all end if each goes, in order, to the first free crew. */
function placeTasks(tasks: readonly Task[], start: number, crews: number) {
  const free = Array.from({ length: Math.max(1, Math.min(crews, tasks.length)) }, () => start);
  const starts = tasks.map((task) => {
    const next = free.indexOf(Math.min(...free));
    const at = Math.max(free[next] ?? start, task.ready);
    free[next] = at + task.length;
    return { index: task.index, at };
  });
  return { end: Math.max(...free), starts };
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
  const startDays = works.map(() => 0);
  const phases = phaseNames.map((name): PhaseSpan => {
    const tasks = works.flatMap(({ phase, daysOnSite, leadDays }, index): Task[] =>
      phase === name ? [{ length: Math.round(daysOnSite * 100), ready: Math.round(leadDays * 100), index }] : [],
    );
    const longest = placeTasks(tasks.toSorted(longestFirst), start, Math.max(1, crews));
    const ready = placeTasks(tasks.toSorted(readyFirst), start, Math.max(1, crews));
    const { end, starts } = ready.end < longest.end ? ready : longest;
    for (const { index, at } of starts) startDays[index] = at / 100;
    const span = { name, startDay: start / 100, days: (end - start) / 100 };
    start = end;
    return span;
  });
  return { phases, startDays, totalDays: start / 100 };
}
