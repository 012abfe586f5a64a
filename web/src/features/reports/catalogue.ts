import {
  findingCategoryLabels,
  severities,
  severityLabels,
  severityRank,
  type FindingCategory,
  type Severity,
} from '#contract/finding-categories.ts';
import { byCategoryAndSeverity, costEntrySchema, type CostEntry } from '#contract/cost-catalogue.ts';
import { dollarAmount, toCents, toDollars } from '#contract/money.ts';
import { plural } from '#web/lib/format.ts';

/** What of a catalogue line can be edited; amounts and days as they were typed. */
export interface LineDraft {
  action: string;
  unit: CostEntry['unit'];
  /** US dollars. */
  costLow: string;
  costHigh: string;
  daysOnSite: string;
  leadDays: string;
  ffe: boolean;
}
export type LineField = keyof LineDraft;
export type LineFaults = Partial<Record<LineField, string>>;

/** A line as the dialog shows it. */
export interface Line {
  id: string;
  /** What is saved; of a new line what it began as. */
  entry: CostEntry;
  draft: LineDraft;
  state: 'kept' | 'changed' | 'added' | 'removed';
  /** The severities it counts for. */
  severity: string;
  /** The work that takes the place of a line that is to be removed. */
  instead: string | undefined;
  /** Somebody else has saved or removed the line since its editing began. */
  overtaken: boolean;
  /** What is shown of its faults. */
  faults: LineFaults;
}

export const draftOf = (line: CostEntry): LineDraft => ({
  action: line.action,
  unit: line.unit,
  costLow: String(toDollars(line.costLow)),
  costHigh: String(toDollars(line.costHigh)),
  daysOnSite: String(line.daysOnSite),
  leadDays: String(line.leadDays),
  ffe: line.ffe,
});

/** The number of a text like `75` or `0.25`; NaN for anything else, also for more than two decimals. */
const numberOf = (text: string): number => (/^\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : NaN);
const negative = (text: string): boolean => /^-\s*[\d.]/.test(text.trim());

function costFault(which: 'low' | 'high', text: string): string | undefined {
  if (negative(text)) return `The ${which} cost cannot be negative`;
  if (dollarAmount.safeParse(numberOf(text)).success) return undefined;
  return `The ${which} cost is an amount up to 999,999.99, without commas`;
}

function daysFault(field: 'daysOnSite' | 'leadDays', text: string): string | undefined {
  const name = field === 'daysOnSite' ? 'Days on site' : 'Lead days';
  if (negative(text)) return `${name} cannot be negative`;
  if (costEntrySchema.shape[field].safeParse(numberOf(text)).success) return undefined;
  return field === 'daysOnSite'
    ? 'Days on site is a number from 0 to 365, with at most two decimals'
    : 'Lead days is a whole number from 0 to 730';
}

/** What keeps a line from being saved, as one sentence by field; empty when it is fine. */
export function faultsOf(draft: LineDraft): LineFaults {
  const faults: LineFaults = {};
  const set = (field: LineField, fault: string | undefined) => {
    if (fault) faults[field] = fault;
  };
  if (draft.action.trim() === '') set('action', 'Action is required');
  set('costLow', costFault('low', draft.costLow));
  set('costHigh', costFault('high', draft.costHigh));
  if (!faults.costLow && !faults.costHigh && numberOf(draft.costLow) > numberOf(draft.costHigh)) {
    set('costHigh', 'The high cost is below the low one');
  }
  set('daysOnSite', daysFault('daysOnSite', draft.daysOnSite));
  set('leadDays', daysFault('leadDays', draft.leadDays));
  return faults;
}

/** The line with what was typed; only for drafts without faults. */
export const lineOf = (line: CostEntry, draft: LineDraft): CostEntry => ({
  ...line,
  action: draft.action.trim(),
  unit: draft.unit,
  costLow: toCents(numberOf(draft.costLow)),
  costHigh: toCents(numberOf(draft.costHigh)),
  daysOnSite: numberOf(draft.daysOnSite),
  leadDays: numberOf(draft.leadDays),
  ffe: draft.ffe,
});

/** Whether two lines of a category and severity hold the same. */
export const sameLine = (a: CostEntry, b: CostEntry): boolean =>
  a.action === b.action &&
  a.unit === b.unit &&
  a.costLow === b.costLow &&
  a.costHigh === b.costHigh &&
  a.daysOnSite === b.daysOnSite &&
  a.leadDays === b.leadDays &&
  a.ffe === b.ffe;

/** Whether saving would change the line: `75.00` for `75` would not. */
export const isChanged = (line: CostEntry, draft: LineDraft): boolean => !sameLine(lineOf(line, draft), line);

/** "per room"; "each" needs no preposition. */
export const perUnit = (unit: CostEntry['unit']): string => (unit === 'each' ? 'each' : `per ${unit}`);

export const categoryText = ({ category }: Pick<CostEntry, 'category'>): string => findingCategoryLabels[category];

/** A category has at most one line from each severity. */
export const lineKey = ({ category, fromSeverity }: Pick<CostEntry, 'category' | 'fromSeverity'>): string =>
  `${category}-${fromSeverity}`;

/** The mildest severity: each category keeps the line from it, so that no finding is without a price. */
export const isRemovable = ({ fromSeverity }: Pick<CostEntry, 'fromSeverity'>): boolean => fromSeverity !== 'low';

export const inOrder = (lines: readonly CostEntry[]): CostEntry[] => lines.toSorted(byCategoryAndSeverity);

/** The severities from which a category has no line yet, the mildest first. */
export const freeSeverities = (lines: readonly CostEntry[], category: FindingCategory): Severity[] =>
  severities
    .filter((severity) => !lines.some((line) => line.category === category && line.fromSeverity === severity))
    .toReversed();

/** For findings of which severities a line counts: up to where the next line of its category takes over. */
export function severityText(line: CostEntry, lines: readonly CostEntry[]): string {
  const next = inOrder(lines).find(
    ({ category, fromSeverity }) =>
      category === line.category && severityRank(fromSeverity) > severityRank(line.fromSeverity),
  );
  const from = severityLabels[line.fromSeverity];
  if (!next)
    return line.fromSeverity === 'low' ? 'Any severity' : line.fromSeverity === 'critical' ? from : `${from} and worse`;
  const until = severities[severities.indexOf(next.fromSeverity) + 1] ?? line.fromSeverity;
  return until === line.fromSeverity ? from : `${from} to ${severityLabels[until].toLowerCase()}`;
}

/** Whether a search finds the line: each of its words in the category, action, unit or severity. */
export function matches(line: CostEntry, action: string, search: string): boolean {
  const text = [categoryText(line), line.action, action, line.unit, line.fromSeverity].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Keys of the lines that were changed, added or removed from one catalogue to another. */
export function changedKeys(before: readonly CostEntry[], after: readonly CostEntry[]): string[] {
  const [old, now] = [before, after].map((lines) => new Map(lines.map((line) => [lineKey(line), line])));
  const keys = new Set([...before, ...after].map(lineKey));
  return [...keys].filter((key) => {
    const [a, b] = [old?.get(key), now?.get(key)];
    return !a || !b || !sameLine(a, b);
  });
}

/** How many lines saving would change, add and remove. */
export interface ChangeCounts {
  changed: number;
  added: number;
  removed: number;
}

/** "1 line changed, 2 added"; empty when nothing is. */
export function countsText({ changed, added, removed }: ChangeCounts): string {
  const counted = [
    [changed, 'changed'],
    [added, 'added'],
    [removed, 'removed'],
  ] as const;
  return counted
    .filter(([count]) => count > 0)
    .map(([count, what], place) => (place === 0 ? `${plural(count, 'line')} ${what}` : `${count} ${what}`))
    .join(', ');
}
