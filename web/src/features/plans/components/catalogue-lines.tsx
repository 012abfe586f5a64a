import { ChevronDown, CircleAlert, Trash2, Undo2, UserRoundPen } from 'lucide-react';
import { memo, useState, type FocusEvent, type ReactNode } from 'react';
import { costEntrySchema, costUnits, type CostEntry } from '#contract/cost-catalogue.ts';
import { unitLabel } from '#contract/plan-lines.ts';
import { formatMoneyRange } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import {
  categoryText,
  entryFromDraft,
  isRemovable,
  perUnit,
  shownEntry,
  type Line,
  type LineDraft,
  type LineField,
} from '#web/features/plans/catalogue.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const fields: Record<LineField, { label: string; width?: string }> = {
  action: { label: 'Action' },
  unit: { label: 'Unit', width: 'w-[120px]' },
  costLow: { label: 'Low, $', width: 'w-[104px] pe-3 text-end' },
  costHigh: { label: 'High, $', width: 'w-[104px] pe-3 text-end' },
  daysOnSite: { label: 'Days', width: 'w-[80px] pe-3 text-end' },
  leadDays: { label: 'Lead days', width: 'w-[80px] pe-3 text-end' },
};
const fieldNames = Object.keys(fields) as LineField[];
const columns = fieldNames.length + 2;

interface LineActions {
  onChange: (line: CostEntry, draft: LineDraft) => void;
  /** Called when the focus leaves the line. */
  onLeave: (id: string) => void;
  onReset: (id: string) => void;
  onRemove: (line: CostEntry) => void;
  onPutBack: (id: string) => void;
}
/** Each part of a line is its own prop, so that memo skips unchanged lines. */
type LineProps = Line & LineActions;

const nameOf = ({ entry, severity }: Pick<Line, 'entry' | 'severity'>): string =>
  `${categoryText(entry)}, ${severity.toLowerCase()}`;
const faultId = (id: string, field: LineField): string => `cost-${id}-${field}-fault`;
const stateLabels = { changed: 'changed', added: 'new', removed: 'removed', gone: 'removed' } as const;

/** Focuses the first visible control of a line; returns false if the line does not exist. */
export function focusLine(id: string): boolean {
  const line = document.querySelector<HTMLElement>(`[data-line="${id}"]`);
  const controls = [...(line?.querySelectorAll<HTMLElement>('[data-first]') ?? [])];
  controls.find((control) => control.offsetParent !== null)?.focus();
  return line !== null;
}

const entryText = ({ action, costLow, costHigh, unit, daysOnSite, leadDays }: CostEntry): string =>
  `${action} · ${formatMoneyRange(costLow, costHigh)} ${perUnit(unit)} · ${plural(daysOnSite, 'day')}${
    leadDays > 0 ? ` · ${plural(leadDays, 'lead day')}` : ''
  }`;

/** The input for one value of a line. */
function LineInput({ field, ...line }: { field: LineField } & LineProps) {
  const { id, entry, draft, faults, onChange, onLeave } = line;
  const set = (value: object) => onChange(entry, { ...draft, ...value });
  const props = {
    onBlur(event: FocusEvent) {
      if (!event.currentTarget.closest('[data-line]')?.contains(event.relatedTarget)) onLeave(id);
    },
    'aria-label': `${fields[field].label}, ${nameOf(line)}`,
    'aria-invalid': faults[field] ? (true as const) : undefined,
    'aria-describedby': faults[field] ? faultId(id, field) : undefined,
  };
  if (field === 'unit')
    return (
      <Select
        dense
        value={draft.unit}
        onChange={(event) => set({ unit: costEntrySchema.shape.unit.parse(event.target.value) })}
        {...props}
      >
        {costUnits.map((unit) => (
          <option key={unit} value={unit}>
            {unitLabel(unit)}
          </option>
        ))}
      </Select>
    );
  const text = field === 'action';
  return (
    <Input
      dense
      type="text"
      inputMode={text ? 'text' : field === 'leadDays' ? 'numeric' : 'decimal'}
      maxLength={text ? 300 : 12}
      autoComplete="off"
      data-first={text || undefined}
      className={cn('scroll-mt-14', !text && 'px-2 text-end')}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.target.value })}
      {...props}
    />
  );
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-1.5 text-small [&>svg]:size-4 [&>svg]:shrink-0">
    {icon}
    {children}
  </div>
);

/** The errors of a line, and the values that this person had typed before somebody else saved it. */
function Notes({ id, entry, ownDraft, faults, state, onPutBack, ...line }: LineProps) {
  const failed = fieldNames.filter((field) => faults[field]);
  if (failed.length === 0 && ownDraft === undefined) return null;
  return (
    <tr className="block px-3.5 pb-3 lg:table-row">
      <td colSpan={columns} className="block lg:table-cell lg:pe-1 lg:pb-2 lg:ps-[194px]">
        {failed.map((field) => (
          <p key={field} id={faultId(id, field)} className="font-medium text-critical">
            <Note icon={<CircleAlert aria-hidden="true" />}>{faults[field]}</Note>
          </p>
        ))}
        {ownDraft !== undefined && (
          <Note icon={<UserRoundPen aria-hidden="true" className="text-accent" />}>
            <span className="min-w-0 flex-1">
              {state === 'gone' && 'No longer in the catalog. '}
              <b className="font-medium">Yours:</b>{' '}
              {ownDraft ? entryText(entryFromDraft(entry, ownDraft)) : 'the line is removed'}
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Put back ${nameOf({ entry, ...line })}`}
              onClick={() => onPutBack(id)}
            >
              Put Back
            </Button>
          </Note>
        )}
      </td>
    </tr>
  );
}

function Tools({ id, state, entry, onReset, onRemove, ...line }: LineProps) {
  const name = nameOf({ entry, ...line });
  const off = state === 'removed';
  return (
    <>
      {(off || state === 'changed') && (
        <IconButton
          dense
          tooltip={false}
          title="Undo"
          data-first={off || undefined}
          label={off ? `Keep ${name}` : `Undo the changes of ${name}`}
          onClick={() => onReset(id)}
        >
          <Undo2 aria-hidden="true" />
        </IconButton>
      )}
      {!off && isRemovable(entry) && (
        <IconButton dense tooltip={false} title="Remove" label={`Remove ${name}`} onClick={() => onRemove(entry)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** A table row; on narrow screens a card that expands to edit the line. */
const Row = memo(function Row(props: LineProps) {
  const { id, entry, draft, faults, state, severity, replacement } = props;
  const [open, setOpen] = useState(false);
  const off = state === 'removed' || state === 'gone';
  // New and invalid lines stay expanded.
  const expanded = !off && (open || state === 'added' || Object.keys(faults).length > 0);
  return (
    <tbody
      data-line={id}
      className={cn(
        'relative block self-start rounded-card border border-line bg-surface lg:table-row-group lg:rounded-none lg:border-0 lg:border-b',
        (state === 'changed' || state === 'added') && 'shadow-[inset_3px_0_0_var(--accent)] lg:bg-accent-soft',
        off && 'bg-sunken',
      )}
    >
      <tr className="grid grid-cols-2 gap-x-3 gap-y-2 px-3.5 py-3 lg:table-row">
        <th scope="row" className="col-span-2 pe-7 text-start font-normal lg:px-3 lg:py-1.5 lg:align-middle">
          <span className={cn('block font-medium', off && 'text-ink-2 line-through')}>{categoryText(entry)}</span>
          <span className="block text-small text-ink-2">
            {severity}
            {state !== 'kept' && <span className="font-medium text-accent"> · {stateLabels[state]}</span>}
          </span>
          {!off && (
            <button
              type="button"
              data-first
              aria-expanded={expanded}
              aria-label={nameOf(props)}
              onClick={() => setOpen(!expanded)}
              className="absolute inset-x-0 top-0 flex min-h-14 justify-end rounded-card p-3.5 text-ink-3 lg:hidden"
            >
              <ChevronDown aria-hidden="true" className={cn('size-[18px]', expanded && 'rotate-180')} />
            </button>
          )}
        </th>
        {off ? (
          <td colSpan={fieldNames.length} className="lg:px-3 lg:py-1.5 lg:align-middle">
            <span className="block text-ink-2 line-through">{draft.action}</span>
            {replacement && (
              <span className="block text-small text-ink-2">
                Its findings will be priced as “{replacement}”. Existing plans keep their figures.
              </span>
            )}
          </td>
        ) : (
          <>
            {!expanded && <td className="col-span-2 text-small lg:hidden">{entryText(shownEntry(entry, draft))}</td>}
            {fieldNames.map((field) => (
              <td
                key={field}
                className={cn(
                  'lg:table-cell lg:px-1 lg:py-1.5 lg:align-middle',
                  !expanded && 'hidden',
                  field === 'action' && 'col-span-2',
                  field === 'unit' && 'col-span-2',
                )}
              >
                <span aria-hidden="true" className="mb-1 block font-medium lg:hidden">
                  {fields[field].label}
                </span>
                <LineInput {...props} field={field} />
              </td>
            ))}
          </>
        )}
        <td
          className={cn(
            'text-end whitespace-nowrap lg:table-cell lg:pe-1 lg:align-middle',
            !expanded && !off && 'hidden',
          )}
        >
          {state !== 'gone' && <Tools {...props} />}
        </td>
      </tr>
      <Notes {...props} />
    </tbody>
  );
});

/** The catalogue as a table; on narrow screens its rows are shown as cards. */
export function CatalogueLines({ lines, ...actions }: { lines: readonly Line[] } & LineActions) {
  const head = 'sticky top-0 z-10 border-b border-line bg-surface py-2 text-tiny font-semibold text-ink-3';
  return (
    <table aria-label="Cost catalog" className="grid gap-2.5 sm:grid-cols-2 lg:table lg:w-full lg:border-collapse">
      <thead className="hidden lg:table-header-group">
        <tr>
          <th scope="col" className={cn(head, 'w-[190px] px-3 text-start')}>
            Category
          </th>
          {fieldNames.map((field) => (
            <th key={field} scope="col" className={cn(head, 'px-1 text-start whitespace-nowrap', fields[field].width)}>
              {fields[field].label}
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
