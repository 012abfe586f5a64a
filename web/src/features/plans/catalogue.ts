import {
  findingCategoryLabels,
  severities,
  severityLabels,
  severityRank,
  type FindingCategory,
  type Severity,
} from '#contract/finding-categories.ts';
import { byCategoryAndSeverity, costEntrySchema, type CostEntry } from '#contract/cost-catalogue.ts';
import { amountInput, toDollars, type Cents } from '#contract/money.ts';
import { unitLabel } from '#contract/plan-lines.ts';
import { plural } from '#contract/texts.ts';

/** The editable values of a line, with amounts and days as typed. */
export interface LineDraft {
  action: string;
  unit: CostEntry['unit'];
  /** US dollars. */
  costLow: string;
  costHigh: string;
  daysOnSite: string;
  leadDays: string;
}
export type LineField = keyof LineDraft;
export type LineFaults = Partial<Record<LineField, string>>;

/** A line of the catalogue as the dialog shows it. */
export interface Line {
  id: string;
  /** The saved line. For a new line, its initial values. */
  entry: CostEntry;
  draft: LineDraft;
  /** `gone`: no longer in the catalogue, but shown because this person had typed values for it. */
  state: 'kept' | 'changed' | 'added' | 'removed' | 'gone';
  /** The severities that the line applies to. */
  severity: string;
  /** The action of the line that applies once this one is removed. */
  replacement: string | undefined;
  /**
   * The values that this person had typed when somebody else saved the catalogue. Null if the line was to be removed.
   */
  ownDraft: LineDraft | null | undefined;
  /** The validation errors to show. */
  faults: LineFaults;
}

export const draftOf = (line: CostEntry): LineDraft => ({
  action: line.action,
  unit: line.unit,
  costLow: String(toDollars(line.costLow)),
  costHigh: String(toDollars(line.costHigh)),
  daysOnSite: String(line.daysOnSite),
  leadDays: String(line.leadDays),
});

/** Parses a number such as `75` or `0.25`; NaN for other texts and for more than two decimals. */
const numberOf = (text: string): number => (/^\d+(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : NaN);
/** Parses a valid amount. */
const centsOf = (text: string): Cents => amountInput.parse(text.trim());
const negative = (text: string): boolean => /^-\s*[\d.]/.test(text.trim());

function costFault(which: 'low' | 'high', text: string): string | undefined {
  if (negative(text)) return `The ${which} cost cannot be negative`;
  if (amountInput.safeParse(text.trim()).success) return undefined;
  return `The ${which} cost is an amount up to 999,999.99`;
}

function daysFault(field: 'daysOnSite' | 'leadDays', text: string): string | undefined {
  const name = field === 'daysOnSite' ? 'Days on site' : 'Lead days';
  if (negative(text)) return `${name} cannot be negative`;
  if (costEntrySchema.shape[field].safeParse(numberOf(text)).success) return undefined;
  return field === 'daysOnSite'
    ? 'Days on site is a number from 0 to 365, with at most two decimals'
    : 'Lead days is a whole number from 0 to 730';
}

/** The validation errors of a line, one message per field; empty for a valid line. */
export function faultsOf(draft: LineDraft): LineFaults {
  const faults: LineFaults = {};
  const set = (field: LineField, fault: string | undefined) => {
    if (fault) faults[field] = fault;
  };
  if (draft.action.trim() === '') set('action', 'Action is required');
  set('costLow', costFault('low', draft.costLow));
  set('costHigh', costFault('high', draft.costHigh));
  if (!faults.costLow && !faults.costHigh && centsOf(draft.costLow) > centsOf(draft.costHigh)) {
    set('costHigh', 'The high cost is below the low one');
  }
  set('daysOnSite', daysFault('daysOnSite', draft.daysOnSite));
  set('leadDays', daysFault('leadDays', draft.leadDays));
  return faults;
}

/** Applies the typed values to a line; the draft must be valid. */
export const entryFromDraft = (line: CostEntry, draft: LineDraft): CostEntry => ({
  ...line,
  action: draft.action.trim(),
  unit: draft.unit,
  costLow: centsOf(draft.costLow),
  costHigh: centsOf(draft.costHigh),
  daysOnSite: numberOf(draft.daysOnSite),
  leadDays: numberOf(draft.leadDays),
});

/** The line with the typed values if they are valid, otherwise as saved. */
export const shownEntry = (line: CostEntry, draft: LineDraft): CostEntry =>
  Object.keys(faultsOf(draft)).length > 0 ? line : entryFromDraft(line, draft);

/** Whether two lines have the same values. */
export const sameLine = (a: CostEntry, b: CostEntry): boolean =>
  a.action === b.action &&
  a.unit === b.unit &&
  a.costLow === b.costLow &&
  a.costHigh === b.costHigh &&
  a.daysOnSite === b.daysOnSite &&
  a.leadDays === b.leadDays;

/** Whether saving would change the line. Typing `75.00` instead of `75` is no change. */
export const isChanged = (line: CostEntry, draft: LineDraft): boolean => !sameLine(entryFromDraft(line, draft), line);

/** "per room"; "each" needs no preposition. */
export const perUnit = (unit: CostEntry['unit']): string => (unit === 'each' ? 'each' : `per ${unitLabel(unit)}`);

export const categoryText = ({ category }: Pick<CostEntry, 'category'>): string => findingCategoryLabels[category];

/** The key of a line. A category has at most one line per starting severity. */
export const lineKey = ({ category, fromSeverity }: Pick<CostEntry, 'category' | 'fromSeverity'>): string =>
  `${category}-${fromSeverity}`;

/** The line for the lowest severity must stay, so that every finding has a price. */
export const isRemovable = ({ fromSeverity }: Pick<CostEntry, 'fromSeverity'>): boolean => fromSeverity !== 'low';

export const inOrder = (lines: readonly CostEntry[]): CostEntry[] => lines.toSorted(byCategoryAndSeverity);

/** The severities for which a category has no line yet, lowest first. */
export const freeSeverities = (lines: readonly CostEntry[], category: FindingCategory): Severity[] =>
  severities
    .filter((severity) => !lines.some((line) => line.category === category && line.fromSeverity === severity))
    .toReversed();

/** The severities that a line applies to, which end where the next line of its category starts. */
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

/** Whether a line matches a search. Every word must occur in its category, action, unit or severity. */
export function matches(line: CostEntry, action: string, search: string): boolean {
  const text = [categoryText(line), line.action, action, line.unit, line.fromSeverity].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** How many lines a save would change, add and remove. */
export interface ChangeCounts {
  changed: number;
  added: number;
  removed: number;
}

/** "1 line changed, 2 added"; empty without changes. */
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
