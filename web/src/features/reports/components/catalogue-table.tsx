import { Trash2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { categoryText, isRemovable, type Line } from '#web/features/reports/catalogue.ts';
import { fieldLabels, LineInput } from '#web/features/reports/components/catalogue-inputs.tsx';
import {
  faultId,
  Faults,
  fields,
  inputId,
  replacementText,
  leaving,
  nameOf,
  Conflict,
  stateLabels,
  type LineActions,
  type LineProps,
} from '#web/features/reports/components/catalogue-lines.tsx';
import { cn } from '#web/lib/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

function RowHead({ entry, severity, state }: Pick<Line, 'entry' | 'severity' | 'state'>) {
  return (
    <th scope="row" className="px-3 py-1.5 text-left align-middle font-normal">
      <span className={cn('block font-medium', state === 'removed' && 'text-ink-2 line-through')}>
        {categoryText(entry)}
      </span>
      <span className="block text-small text-ink-2">
        {severity}
        {state !== 'kept' && <span className="font-medium text-accent"> · {stateLabels[state].toLowerCase()}</span>}
      </span>
    </th>
  );
}

/** A removed line with its replacement. */
function RemovedCells({ onReset, ...line }: LineProps) {
  return (
    <tr>
      <RowHead {...line} />
      <td colSpan={fields.length} className="px-3 py-1.5 align-middle">
        <span className="block text-ink-2 line-through">{line.draft.action}</span>
        <span className="block text-small text-ink-2">{replacementText(line)}</span>
      </td>
      <td className="pr-1 text-right align-middle">
        <IconButton
          dense
          data-first
          tooltip={false}
          label={`Keep ${nameOf(line)}`}
          title="Undo"
          onClick={() => onReset(line.id)}
        >
          <Undo2 aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
}

const Row = memo(function Row(props: LineProps) {
  const { onChange, onLeave, onReset, onRemove, ...line } = props;
  const { id, entry, draft, faults, state } = line;
  const leave = leaving(() => onLeave(id));
  const faulty = Object.keys(faults).length > 0;
  return (
    <tbody
      data-line={id}
      className={cn(
        'border-b border-line',
        (state === 'changed' || state === 'added') && 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]',
        state === 'removed' && 'bg-sunken',
      )}
    >
      {state === 'removed' ? (
        <RemovedCells {...props} />
      ) : (
        <tr>
          <RowHead {...line} />
          {fields.map((field) => (
            <td key={field} className={cn('px-1 py-1.5 align-middle', field === 'ffe' && 'pl-3')}>
              <LineInput
                id={inputId(id, field)}
                field={field}
                draft={draft}
                data-first={field === 'action' || undefined}
                aria-label={`${fieldLabels[field]}, ${nameOf(line)}`}
                aria-invalid={faults[field] ? true : undefined}
                aria-describedby={faults[field] ? faultId(id, field) : undefined}
                onBlur={leave}
                onChange={(next) => onChange(entry, next)}
              />
            </td>
          ))}
          <td className="pr-1 text-right align-middle whitespace-nowrap">
            {state === 'changed' && (
              <IconButton
                dense
                tooltip={false}
                label={`Undo the changes of ${nameOf(line)}`}
                title="Undo"
                onClick={() => onReset(id)}
              >
                <Undo2 aria-hidden="true" />
              </IconButton>
            )}
            {isRemovable(entry) && (
              <IconButton
                dense
                tooltip={false}
                label={`Remove ${nameOf(line)}`}
                title="Remove"
                onClick={() => onRemove(entry)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </td>
        </tr>
      )}
      {(faulty || line.conflicting) && (
        <tr>
          <td colSpan={fields.length + 2} className="pr-1 pb-2 pl-[194px]">
            <Faults {...line} />
            <Conflict {...line} />
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** The catalogue as a table for wide screens. */
export function CatalogueTable({ lines, ...actions }: { lines: readonly Line[] } & LineActions) {
  const head = 'sticky top-0 z-10 border-b border-line bg-surface py-2 text-tiny font-semibold text-ink-3';
  return (
    <table className="w-full border-collapse" aria-label="Cost catalog">
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
          <th scope="col" className={cn(head, 'w-[76px]')}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      {lines.map((line) => (
        <Row key={line.id} {...line} {...actions} />
      ))}
    </table>
  );
}
