import { ChevronDown, CircleAlert, Undo2 } from 'lucide-react';
import { memo, useState, type FocusEvent } from 'react';
import type { CostEntry } from '#contract/reports.ts';
import { categoryText, type LineDraft, type LineFaults, type LineField } from '#web/features/reports/catalogue.ts';
import { fieldLabels, LineInput } from '#web/features/reports/components/catalogue-inputs.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatMoneyRange } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Button } from '#web/ui/button.tsx';

const fields = ['action', 'unit', 'costLow', 'costHigh', 'daysOnSite', 'leadDays', 'ffe'] as const;

export interface Line {
  key: string;
  entry: CostEntry;
  /** The severities it counts for. */
  severity: string;
  draft: LineDraft;
  changed: boolean;
  /** What is shown of its faults. */
  faults: LineFaults;
}

interface LineProps {
  line: Line;
  onChange: (key: string, change: Partial<LineDraft>) => void;
  /** The focus left the line. */
  onLeave: (key: string) => void;
  onReset: (key: string) => void;
}

const inputId = (key: string, field: LineField): string => `cost-${key}-${field}`;
const faultId = (key: string, field: LineField): string => `${inputId(key, field)}-fault`;
const nameOf = ({ entry, severity }: Line): string => `${categoryText(entry)}, ${severity.toLowerCase()}`;

/** Calls back when the focus goes from a control to somewhere outside its line. */
const leaving = (onLeave: () => void) => (event: FocusEvent) => {
  if (!event.currentTarget.closest('[data-line]')?.contains(event.relatedTarget)) onLeave();
};

function Faults({ line }: { line: Line }) {
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

const Row = memo(function Row({ line, onChange, onLeave, onReset }: LineProps) {
  const { key, draft, faults, changed } = line;
  const leave = leaving(() => onLeave(key));
  const faulty = Object.keys(faults).length > 0;
  return (
    <tbody
      data-line={key}
      className={cn('border-b border-line', changed && 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]')}
    >
      <tr>
        <th scope="row" className="px-3 py-1.5 text-left align-middle font-normal">
          <span className="block font-medium">{categoryText(line.entry)}</span>
          <span className="block text-small text-ink-2">
            {line.severity}
            {changed && <span className="font-medium text-accent"> · changed</span>}
          </span>
        </th>
        {fields.map((field) => (
          <td key={field} className={cn('px-1 py-1.5 align-middle', field === 'ffe' && 'pl-3')}>
            <LineInput
              id={inputId(key, field)}
              field={field}
              draft={draft}
              aria-label={`${fieldLabels[field]}, ${nameOf(line)}`}
              aria-invalid={faults[field] ? true : undefined}
              aria-describedby={faults[field] ? faultId(key, field) : undefined}
              onBlur={leave}
              onChange={(change) => onChange(key, change)}
            />
          </td>
        ))}
        <td className="w-11 pr-1 align-middle">
          <IconButton
            dense
            tooltip={false}
            label={`Undo the changes of ${nameOf(line)}`}
            title="Undo"
            className={cn(!changed && 'invisible')}
            onClick={() => {
              // The button goes with the change; the line keeps the focus.
              document.getElementById(inputId(key, 'action'))?.focus();
              onReset(key);
            }}
          >
            <Undo2 aria-hidden="true" />
          </IconButton>
        </td>
      </tr>
      {faulty && (
        <tr>
          <td colSpan={fields.length + 2} className="pr-1 pb-2 pl-[194px]">
            <Faults line={line} />
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** The catalogue at a desk: every value in its cell. */
export function CatalogueTable({ lines, ...actions }: { lines: readonly Line[] } & Omit<LineProps, 'line'>) {
  const head = 'sticky top-0 z-10 border-b border-line bg-surface py-2 text-tiny font-semibold text-ink-3';
  return (
    <table className="w-full border-collapse" aria-label="Cost catalogue">
      <thead>
        <tr>
          <th scope="col" className={cn(head, 'w-[190px] px-3 text-left')}>
            Category
          </th>
          {fields.map((field) => (
            <th
              key={field}
              scope="col"
              className={cn(
                head,
                'px-1 text-left whitespace-nowrap',
                field === 'unit' && 'w-[120px]',
                (field === 'costLow' || field === 'costHigh') && 'w-[104px] pr-3 text-right',
                (field === 'daysOnSite' || field === 'leadDays') && 'w-[80px] pr-3 text-right',
                field === 'ffe' && 'w-[52px] pl-3',
              )}
            >
              {fieldLabels[field]}
            </th>
          ))}
          <th scope="col" className={cn(head, 'w-11')}>
            <span className="sr-only">Undo</span>
          </th>
        </tr>
      </thead>
      {lines.map((line) => (
        <Row key={line.key} line={line} {...actions} />
      ))}
    </table>
  );
}

const OneCard = memo(function OneCard({ line, onChange, onLeave, onReset }: LineProps) {
  const { key, entry, draft, faults, changed } = line;
  const [open, setOpen] = useState(false);
  const leave = leaving(() => onLeave(key));
  const shown = open || Object.keys(faults).length > 0;
  return (
    <li
      data-line={key}
      className={cn(
        'self-start rounded-card border border-line bg-surface',
        changed && 'border-accent shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => {
          setOpen(!shown);
          // What is wrong keeps the card open.
          if (shown) onLeave(key);
        }}
        className="flex min-h-11 w-full items-start gap-3 rounded-card px-3.5 py-3 text-left focus-visible:-outline-offset-2"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{categoryText(entry)}</span>
            {changed && <Badge tone="accent">Changed</Badge>}
          </span>
          <span className="text-small text-ink-2">{line.severity}</span>
          {!shown && (
            <>
              <span className="mt-1">{draft.action}</span>
              <span className="text-small text-ink-2">
                {formatMoneyRange(draft.costLow, draft.costHigh)} per {draft.unit} · {draft.daysOnSite}{' '}
                {draft.daysOnSite === '1' ? 'day' : 'days'}
                {Number(draft.leadDays) > 0 && ` · ${draft.leadDays} lead days`}
                {draft.ffe && ' · FF&E'}
              </span>
            </>
          )}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn('mt-0.5 size-[18px] shrink-0 text-ink-3 transition-transform', shown && 'rotate-180')}
        />
      </button>
      {shown && (
        <div role="group" aria-label={nameOf(line)} className="grid grid-cols-2 gap-3 px-3.5 pb-3.5">
          {fields.map((field) =>
            field === 'ffe' ? (
              <div key={field} className="col-span-2 flex flex-wrap items-center justify-between gap-2">
                <LineInput field={field} draft={draft} onBlur={leave} onChange={(change) => onChange(key, change)} />
                {changed && (
                  <Button variant="ghost" size="sm" onClick={() => onReset(key)}>
                    <Undo2 aria-hidden="true" />
                    Undo
                  </Button>
                )}
              </div>
            ) : (
              <Field
                key={field}
                label={fieldLabels[field]}
                error={faults[field]}
                className={cn((field === 'action' || field === 'unit') && 'col-span-2')}
              >
                {(control) => (
                  <LineInput
                    {...control}
                    field={field}
                    draft={draft}
                    onBlur={leave}
                    onChange={(change) => onChange(key, change)}
                  />
                )}
              </Field>
            ),
          )}
        </div>
      )}
    </li>
  );
});

/** The catalogue on a phone or tablet: one card a line, which opens to be edited. */
export function CatalogueCards({ lines, ...actions }: { lines: readonly Line[] } & Omit<LineProps, 'line'>) {
  return (
    <ul aria-label="Cost catalogue" className="grid gap-2.5 sm:grid-cols-2">
      {lines.map((line) => (
        <OneCard key={line.key} line={line} {...actions} />
      ))}
    </ul>
  );
}
