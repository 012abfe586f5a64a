import { ChevronDown, Trash2, Undo2 } from 'lucide-react';
import { memo, useState } from 'react';
import { formatMoneyRange } from '#contract/money.ts';
import { categoryText, isRemovable, perUnit, shownEntry, type Line } from '#web/features/reports/catalogue.ts';
import { fieldLabels, LineInput } from '#web/features/reports/components/catalogue-inputs.tsx';
import {
  fields,
  replacementText,
  leaving,
  nameOf,
  Conflict,
  stateLabels,
  type LineActions,
  type LineProps,
} from '#web/features/reports/components/catalogue-lines.tsx';
import { cn } from '#web/lib/cn.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

/** The category and severity of a line, and whether it is new, changed or removed. */
function Title({ entry, severity, state }: Pick<Line, 'entry' | 'severity' | 'state'>) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cn('font-medium', state === 'removed' && 'text-ink-2 line-through')}>
          {categoryText(entry)}
        </span>
        {state !== 'kept' && <Badge tone={state === 'removed' ? 'outline' : 'accent'}>{stateLabels[state]}</Badge>}
      </span>
      <span className="text-small text-ink-2">{severity}</span>
    </>
  );
}

function Summary({ entry, draft }: Pick<Line, 'entry' | 'draft'>) {
  const { action, costLow, costHigh, unit, daysOnSite, leadDays, ffe } = shownEntry(entry, draft);
  return (
    <>
      <span className="mt-1">{action}</span>
      <span className="text-small text-ink-2">
        {formatMoneyRange(costLow, costHigh)} {perUnit(unit)} · {daysOnSite} {daysOnSite === 1 ? 'day' : 'days'}
        {leadDays > 0 && ` · ${leadDays} lead days`}
        {ffe && ' · FF&E'}
      </span>
    </>
  );
}

function RemovedCard({ onReset, ...line }: LineProps) {
  return (
    <li
      data-line={line.id}
      className="flex items-start justify-between gap-3 self-start rounded-card border border-line bg-sunken px-3.5 py-3"
    >
      <span className="grid min-w-0 gap-0.5">
        <Title {...line} />
        <span className="mt-1 text-ink-2 line-through">{line.draft.action}</span>
        <span className="text-small text-ink-2">{replacementText(line)}</span>
        <Conflict {...line} />
      </span>
      <Button
        variant="ghost"
        size="sm"
        data-first
        className="shrink-0"
        aria-label={`Keep ${nameOf(line)}`}
        onClick={() => onReset(line.id)}
      >
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </li>
  );
}

const OneCard = memo(function OneCard(props: LineProps) {
  const { onChange, onLeave, onReset, onRemove, ...line } = props;
  const { id, entry, draft, faults, state } = line;
  const [open, setOpen] = useState(state === 'added');
  const leave = leaving(() => onLeave(id));
  const expanded = open || (line.conflicting && state !== 'kept') || Object.keys(faults).length > 0;
  if (state === 'removed') return <RemovedCard {...props} />;
  return (
    <li
      data-line={id}
      className={cn(
        'self-start rounded-card border border-line bg-surface',
        state !== 'kept' && 'border-accent shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        data-first
        aria-expanded={expanded}
        onClick={() => {
          setOpen(!expanded);
          // Errors keep the card open.
          if (expanded) onLeave(id);
        }}
        className="flex min-h-11 w-full items-start gap-3 rounded-card px-3.5 py-3 text-left focus-visible:-outline-offset-2"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <Title {...line} />
          {!expanded && <Summary entry={entry} draft={draft} />}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn('mt-0.5 size-[18px] shrink-0 text-ink-3 transition-transform', expanded && 'rotate-180')}
        />
      </button>
      {line.conflicting && (
        <div className="px-3.5 pb-3">
          <Conflict {...line} />
        </div>
      )}
      {expanded && (
        <div role="group" aria-label={nameOf(line)} className="grid grid-cols-2 gap-3 px-3.5 pb-3.5">
          {fields.map((field) =>
            field === 'ffe' ? (
              <div key={field} className="col-span-2 flex flex-wrap items-center justify-between gap-2">
                <LineInput field={field} draft={draft} onBlur={leave} onChange={(next) => onChange(entry, next)} />
                <span className="ml-auto flex gap-1">
                  {state === 'changed' && (
                    <Button variant="ghost" size="sm" onClick={() => onReset(id)}>
                      <Undo2 aria-hidden="true" />
                      Undo
                    </Button>
                  )}
                  {isRemovable(entry) && (
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`Remove ${nameOf(line)}`}
                      onClick={() => onRemove(entry)}
                    >
                      <Trash2 aria-hidden="true" />
                      Remove
                    </Button>
                  )}
                </span>
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
                    onChange={(next) => onChange(entry, next)}
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

/** The catalogue as cards for phones and tablets; a card expands to edit its line. */
export function CatalogueCards({ lines, ...actions }: { lines: readonly Line[] } & LineActions) {
  return (
    <ul aria-label="Cost catalog" className="grid gap-2.5 sm:grid-cols-2">
      {lines.map((line) => (
        <OneCard key={line.id} {...line} {...actions} />
      ))}
    </ul>
  );
}
