import { CircleAlert, UserRoundPen } from 'lucide-react';
import type { FocusEvent } from 'react';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { formatMoneyRange } from '#contract/money.ts';
import { categoryText, perUnit, type Line, type LineDraft, type LineField } from '#web/features/reports/catalogue.ts';
import { plural } from '#web/lib/format.ts';

export const fields = ['action', 'unit', 'costLow', 'costHigh', 'daysOnSite', 'leadDays', 'ffe'] as const;

export interface LineActions {
  onChange: (line: CostEntry, draft: LineDraft) => void;
  /** Called when the focus leaves the line. */
  onLeave: (id: string) => void;
  onReset: (id: string) => void;
  onRemove: (line: CostEntry) => void;
}
/** The parts of a line are separate props, so that memo skips unchanged lines. */
export type LineProps = Line & LineActions;

export const inputId = (id: string, field: LineField): string => `cost-${id}-${field}`;
export const faultId = (id: string, field: LineField): string => `${inputId(id, field)}-fault`;
export const nameOf = ({ entry, severity }: Pick<Line, 'entry' | 'severity'>): string =>
  `${categoryText(entry)}, ${severity.toLowerCase()}`;

/** The labels of lines that saving would change. */
export const stateLabels = { changed: 'Changed', added: 'New', removed: 'Removed' } as const;

/** How findings are priced after a line is removed. */
export const replacementText = ({ replacement }: Pick<Line, 'replacement'>): string =>
  `Its findings will be priced as “${replacement ?? ''}”. Existing plans keep their figures.`;

/** Focuses a line; returns false where it does not exist. */
export function focusLine(id: string): boolean {
  const line = document.querySelector<HTMLElement>(`[data-line="${id}"]`);
  line?.querySelector<HTMLElement>('[data-first]')?.focus();
  return line !== null;
}

/** Handles the focus leaving a line. */
export const leaving = (onLeave: () => void) => (event: FocusEvent) => {
  if (!event.currentTarget.closest('[data-line]')?.contains(event.relatedTarget)) onLeave();
};

export function Faults({ id, faults }: Pick<Line, 'id' | 'faults'>) {
  return fields.map(
    (field) =>
      faults[field] && (
        <p
          key={field}
          id={faultId(id, field)}
          className="flex items-start gap-1.5 text-small font-medium text-critical"
        >
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {faults[field]}
        </p>
      ),
  );
}

const entryText = ({ action, costLow, costHigh, unit, daysOnSite, leadDays, ffe }: CostEntry): string =>
  [
    action,
    `${formatMoneyRange(costLow, costHigh)} ${perUnit(unit)}`,
    plural(daysOnSite, 'day'),
    plural(leadDays, 'lead day'),
    ffe ? 'FF&E' : 'no FF&E',
  ].join(', ');

/** What somebody else changed in the line, and what saving does. */
const conflictTexts: Record<Line['state'], (entry: CostEntry) => [what: string, then: string]> = {
  kept: () => ['Saved by somebody else meanwhile.', ''],
  changed: (entry) => [
    'Saved by somebody else meanwhile:',
    `${entryText(entry)}. Saving puts your values in its place.`,
  ],
  removed: (entry) => ['Saved by somebody else meanwhile:', `${entryText(entry)}. Saving removes it.`],
  added: () => ['Removed by somebody else meanwhile.', 'Saving puts the line back.'],
};

export function Conflict({ entry, state, conflicting }: Pick<Line, 'entry' | 'state' | 'conflicting'>) {
  if (!conflicting) return null;
  const [what, then] = conflictTexts[state](entry);
  return (
    <p className="flex items-start gap-1.5 text-small">
      <UserRoundPen aria-hidden="true" className="mt-px size-4 shrink-0 text-accent" />
      <span>
        <span className="font-medium">{what}</span> {then}
      </span>
    </p>
  );
}
