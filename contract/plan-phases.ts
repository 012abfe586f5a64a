import { classOfSeverity, type Severity } from './finding-categories.ts';
import { countedWord, t } from './language.ts';
import type { Horizon } from './plan-line-details.ts';

/** What is urgent goes by its severity, and is in every plan. */
export const urgentPhases = ['critical', 'major', 'minor'] as const;
/** Longer windows of the scope of works; a plan names those that it has lines in. */
export const phaseNames = [...urgentPhases, 'months_3', 'months_6', 'months_12', 'months_24'] as const;
export type PhaseName = (typeof phaseNames)[number];
export const phaseLabels: Record<PhaseName, string> = {
  critical: t('Critical'),
  major: t('Major'),
  minor: t('Minor'),
  months_3: t('3 months'),
  months_6: t('6 months'),
  months_12: t('12 months'),
  months_24: t('24 months'),
};
export const phaseWindows: Record<PhaseName, string> = {
  critical: t('24–48 hours'),
  major: t('weeks 1–2'),
  minor: t('weeks 3–4'),
  months_3: t('within 3 months'),
  months_6: t('within 6 months'),
  months_12: t('within 12 months'),
  months_24: t('within 24 months'),
};

/** The windows as due dates, because the work of a phase is often planned before its window begins. */
export const dueWindows: Record<PhaseName, string> = {
  critical: t('due in 24–48 hours'),
  major: t('due in weeks 1–2'),
  minor: t('due in weeks 3–4'),
  months_3: t('due within 3 months'),
  months_6: t('due within 6 months'),
  months_12: t('due within 12 months'),
  months_24: t('due within 24 months'),
};

/** The day after acceptance on which each window ends; a month of a schedule has 30 days. */
export const windowEnds: Record<PhaseName, number> = {
  critical: 2,
  major: 14,
  minor: 28,
  months_3: 90,
  months_6: 180,
  months_12: 360,
  months_24: 720,
};

const scopePhases: Record<Horizon, PhaseName> = { 3: 'months_3', 6: 'months_6', 12: 'months_12', 24: 'months_24' };
/** An item starts in the phase of its finding's severity, follows its priority, and leaves it for the window that was chosen. */
export const phaseOf = ({
  priority,
  horizonMonths,
}: {
  priority: Severity;
  horizonMonths: Horizon | null;
}): PhaseName => (horizonMonths === null ? classOfSeverity[priority] : scopePhases[horizonMonths]);

/** '3 critical', '2 within 12 months'. */
export const phaseCountText = ({ name, items }: { name: PhaseName; items: number }): string =>
  `${items} ${urgentPhases.some((urgent) => urgent === name) ? countedWord(items, name, name) : phaseWindows[name]}`;

interface PlannedPhase {
  name: PhaseName;
  items: number;
  startDay: number;
  days: number;
  cost: number;
}

/** A text such as "day 1 to 5"; day 0 is the day of acceptance. */
export function spanText(startDay: number, days: number): string {
  const first = Math.floor(startDay);
  const last = Math.max(first, Math.ceil(startDay + days));
  return first === last ? t('day {first}', { first }) : t('day {first} to {last}', { first, last });
}

/** Whether the work of a phase takes longer than its window. */
export const isPastWindow = ({ name, items, startDay, days }: Omit<PlannedPhase, 'cost'>): boolean =>
  items > 0 && startDay + days > windowEnds[name];

/** A row of a timeline: a phase, or one of the two steps of critical work that takes longer than its window. */
export interface TimelineRow {
  phase: PhaseName;
  step: 'make_safe' | 'repairs' | null;
  /** When its work is planned, in words that agree with its bar; null without work. */
  planned: string | null;
  /** When it is due; null for repairs, because their danger has been made safe by then. */
  due: string | null;
  startDay: number;
  days: number;
  items: number;
  /** In cents; null for making safe, because its cost is part of the repairs' price. */
  cost: number | null;
}

/**
 * The rows of a plan's timeline. Critical work that takes longer than its 48-hour window has two rows: making it safe
 * within the window, and the repairs. Other work that ends after its window says that it is later.
 */
export function timelineRows(phases: readonly PlannedPhase[]): TimelineRow[] {
  return phases.flatMap((phase): TimelineRow[] => {
    const { name, startDay, days, items, cost } = phase;
    const planned = items > 0 ? spanText(startDay, days) : null;
    const row = { phase: name, step: null, planned, due: dueWindows[name], startDay, days, items, cost };
    if (!isPastWindow(phase)) return [row];
    if (name !== 'critical') return [{ ...row, due: t('later than {window}', { window: phaseWindows[name] }) }];
    const safe = { startDay: 0, days: windowEnds.critical };
    return [
      { ...row, ...safe, step: 'make_safe', planned: spanText(safe.startDay, safe.days), cost: null },
      { ...row, step: 'repairs', due: null },
    ];
  });
}
