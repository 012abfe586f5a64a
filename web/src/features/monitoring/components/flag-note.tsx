import { Flag } from 'lucide-react';
import type { Inspection } from '#contract/inspections.ts';
import { formatLongDateTime } from '#web/lib/format.ts';

/** A flag icon for a row, with text for screen readers. */
export function FlagMark({ inspection }: { inspection: Inspection }) {
  if (!inspection.flag) return null;
  const { by, note } = inspection.flag;
  return (
    <span title={`Flagged by ${by}${note ? `: ${note}` : ''}`} className="inline-flex align-[-2px] text-accent">
      <Flag aria-hidden="true" className="size-3.5 fill-current" />
      <span className="sr-only">Flagged for review</span>
    </span>
  );
}

/** Who flagged the inspection and when, and the note. */
export function FlagNote({ inspection }: { inspection: Inspection }) {
  if (!inspection.flag) return null;
  const { by, at, note } = inspection.flag;
  return (
    <div role="note" className="flex gap-3 rounded-card bg-accent-soft px-4 py-3">
      <Flag aria-hidden="true" className="mt-0.5 size-4 shrink-0 fill-current text-accent" />
      <div className="min-w-0">
        <p className="font-strong">Flagged for review</p>
        {note && <p className="whitespace-pre-wrap">{note}</p>}
        <p className="text-small text-ink-2">
          {by}, {formatLongDateTime(at)}
        </p>
      </div>
    </div>
  );
}
