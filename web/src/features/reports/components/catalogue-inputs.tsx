import type { ComponentProps, FocusEvent } from 'react';
import { costEntrySchema, costUnits, type CostEntry } from '#contract/cost-catalogue.ts';
import type { LineDraft, LineField } from '#web/features/reports/catalogue.ts';
import { cn } from '#web/lib/cn.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

export const fieldLabels: Record<LineField, string> = {
  action: 'Action',
  unit: 'Unit',
  costLow: 'Low, $',
  costHigh: 'High, $',
  daysOnSite: 'Days',
  leadDays: 'Lead days',
  ffe: 'FF&E',
};

type LineInputProps = Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> & {
  field: LineField;
  draft: LineDraft;
  onChange: (draft: LineDraft) => void;
  onBlur: (event: FocusEvent) => void;
  /** Marks the control that is focused with its line. */
  'data-first'?: boolean;
};

const unitOf = (value: string): CostEntry['unit'] => costEntrySchema.shape.unit.parse(value);

/** The input for one value of a line. */
export function LineInput({ field, draft, onChange, ...props }: LineInputProps) {
  if (field === 'unit')
    return (
      <Select
        dense
        value={draft.unit}
        onChange={(event) => onChange({ ...draft, unit: unitOf(event.target.value) })}
        {...props}
      >
        {costUnits.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </Select>
    );
  if (field === 'ffe')
    return (
      <Checkbox
        label={props['aria-label'] ? '' : 'FF&E, with freight and tax'}
        checked={draft.ffe}
        onChange={(event) => onChange({ ...draft, ffe: event.target.checked })}
        {...props}
      />
    );
  const text = field === 'action';
  return (
    <Input
      dense
      type="text"
      inputMode={text ? 'text' : field === 'leadDays' ? 'numeric' : 'decimal'}
      maxLength={text ? 300 : 12}
      autoComplete="off"
      className={cn('scroll-mt-14', !text && 'px-2 text-right')}
      value={draft[field]}
      onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
      {...props}
    />
  );
}
