import type { Analytics, AnalyticsQuery } from '#contract/analytics.ts';
import { choiceOf } from '#web/features/analytics/choice.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface AnalyticsFiltersProps {
  search: AnalyticsQuery;
  onSearch: (change: AnalyticsQuery) => void;
  /** The available brands, states and the period; undefined until the first figures have loaded. */
  data: Pick<Analytics, 'period' | 'brands' | 'states'> | undefined;
}

interface ChoiceProps {
  label: string;
  all: string;
  values: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, values, value, onChange }: ChoiceProps) {
  const { current, options } = choiceOf(values, value);
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Select {...control} value={current} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The filters for period, brand and state, which are stored in the address. */
export function AnalyticsFilters({ search, onSearch, data }: AnalyticsFiltersProps) {
  const filtered = [search.from, search.to, search.brand, search.state].some(Boolean);
  return (
    <form
      aria-label="Filters"
      className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,180px))_auto]"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="From" className="min-w-0">
        {(control) => (
          <DatePicker
            {...control}
            value={search.from ?? data?.period.from ?? ''}
            max={search.to ?? data?.period.to}
            onChange={(event) => onSearch({ from: event.target.value || undefined })}
          />
        )}
      </Field>
      <Field label="To" className="min-w-0">
        {(control) => (
          <DatePicker
            {...control}
            value={search.to ?? data?.period.to ?? ''}
            min={search.from ?? data?.period.from}
            onChange={(event) => onSearch({ to: event.target.value || undefined })}
          />
        )}
      </Field>
      <Choice
        label="Brand"
        all="All brands"
        values={data?.brands ?? []}
        value={search.brand}
        onChange={(brand) => onSearch({ brand })}
      />
      <Choice
        label="State"
        all="All states"
        values={data?.states ?? []}
        value={search.state}
        onChange={(state) => onSearch({ state })}
      />
      <Button
        variant="ghost"
        className={cn('col-span-full justify-self-start lg:col-span-1', !filtered && 'max-lg:hidden')}
        disabled={!filtered}
        onClick={() => onSearch({ from: undefined, to: undefined, brand: undefined, state: undefined })}
      >
        Clear filters
      </Button>
    </form>
  );
}
