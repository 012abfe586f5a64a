import { CircleAlert, UserRoundPen } from 'lucide-react';
import type { FocusEvent } from 'react';
import type { CostEntry } from '#contract/reports.ts';
import { categoryText, type LineDraft, type LineFaults, type LineField } from '#web/features/reports/catalogue.ts';
import { formatMoneyRange, plural } from '#web/lib/format.ts';

export const fields = ['action', 'unit', 'costLow', 'costHigh', 'daysOnSite', 'leadDays', 'ffe'] as const;

export interface Line {
  key: string;
  entry: CostEntry;
  /** The severities it counts for. */
  severity: string;
  draft: LineDraft;
  state: 'kept' | 'changed' | 'added' | 'removed';
  /** A category keeps its mildest line. */
  removable: boolean;
  /** The work that takes the place of a line that is removed. */
  instead: string | undefined;
  /** What somebody else has done to the line since its editing began; `entry` is what it holds then. */
  overtaken: 'changed' | 'removed' | undefined;
  /** What is shown of its faults. */
  faults: LineFaults;
}

export interface LineProps {
  line: Line;
  onChange: (key: string, change: Partial<LineDraft>) => void;
  /** The focus left the line. */
  onLeave: (key: string) => void;
  onReset: (key: string) => void;
  onRemove: (key: string) => void;
}

export const inputId = (key: string, field: LineField): string => `cost-${key}-${field}`;
export const faultId = (key: string, field: LineField): string => `${inputId(key, field)}-fault`;
export const nameOf = ({ entry, severity }: Line): string => `${categoryText(entry)}, ${severity.toLowerCase()}`;

/** What saving does to a line whose state is not kept. */
export const stateLabels = { changed: 'Changed', added: 'New', removed: 'Removed' } as const;

/** What happens without the line, to what it priced until now. */
export const insteadText = ({ instead }: Line): string =>
  `Findings it priced are priced by “${instead ?? ''}” from then on. Present plans keep their figures.`;

/** Puts the focus into a line; false where there is none. */
export function focusLine(key: string): boolean {
  const line = document.querySelector<HTMLElement>(`[data-line="${key}"]`);
  line?.querySelector<HTMLElement>('[data-first]')?.focus();
  return line !== null;
}

/** Calls back when the focus goes from a control to somewhere outside its line. */
export const leaving = (onLeave: () => void) => (event: FocusEvent) => {
  if (!event.currentTarget.closest('[data-line]')?.contains(event.relatedTarget)) onLeave();
};

export function Faults({ line }: { line: Line }) {
  return fields.map(
    (field) =>
      line.faults[field] && (
        <p
          key={field}
          id={faultId(line.key, field)}
          className="flex items-start gap-1.5 text-small font-medium text-critical"
        >
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {line.faults[field]}
        </p>
      ),
  );
}

/** What somebody else has saved meanwhile, beside what saving would make of it. */
export function Overtaken({ line: { entry, state, overtaken } }: { line: Line }) {
  if (!overtaken || state === 'kept') return null;
  return (
    <p className="flex items-start gap-1.5 text-small">
      <UserRoundPen aria-hidden="true" className="mt-px size-4 shrink-0 text-accent" />
      <span>
        {overtaken === 'removed' ? (
          <>
            <span className="font-medium">Removed by somebody else meanwhile.</span> Saving puts the line back.
          </>
        ) : (
          <>
            <span className="font-medium">Saved by somebody else meanwhile:</span> {entry.action},{' '}
            {formatMoneyRange(entry.costLow, entry.costHigh)} per {entry.unit}, {plural(entry.daysOnSite, 'day')},{' '}
            {plural(entry.leadDays, 'lead day')}, {entry.ffe ? 'FF&E' : 'no FF&E'}.{' '}
            {state === 'removed' ? 'Saving removes it.' : 'Saving puts your values in its place.'}
          </>
        )}
      </span>
    </p>
  );
}
