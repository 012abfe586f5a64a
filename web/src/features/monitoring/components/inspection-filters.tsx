import { SlidersHorizontal } from 'lucide-react';
import { filterCount, type MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import { PropertyFilter } from '#web/features/properties/components/property-filter.tsx';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '#web/ui/popover.tsx';

type Change = Pick<MonitoringSearch, 'propertyId' | 'from' | 'to'>;
interface InspectionFiltersProps {
  search: MonitoringSearch;
  onChange: (change: Change) => void;
}

function FilterFields({ search, onChange }: InspectionFiltersProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PropertyFilter value={search.propertyId} onChange={(propertyId) => onChange({ propertyId })} />
      <div className="grid grid-cols-2 gap-3">
        <Field label="From" className="min-w-0">
          {(control) => (
            <DatePicker
              {...control}
              value={search.from ?? ''}
              max={search.to}
              onChange={(event) => onChange({ from: event.target.value || undefined })}
            />
          )}
        </Field>
        <Field label="To" className="min-w-0">
          {(control) => (
            <DatePicker
              {...control}
              value={search.to ?? ''}
              min={search.from}
              onChange={(event) => onChange({ to: event.target.value || undefined })}
            />
          )}
        </Field>
      </div>
      <div className="flex justify-between gap-2">
        <Button
          size="sm"
          variant="ghost"
          disabled={filterCount(search) === 0}
          onClick={() => onChange({ propertyId: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
        <PopoverClose asChild>
          <Button size="sm">Done</Button>
        </PopoverClose>
      </div>
    </div>
  );
}

/** The property and date filters, behind a button that shows how many are set. */
export function InspectionFilters(props: InspectionFiltersProps) {
  const active = filterCount(props.search);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          size="sm"
          variant="secondary"
          aria-label={active > 0 ? `Filters, ${active} set` : 'Filters'}
          className={cn(active > 0 && 'border-accent bg-accent-soft text-accent')}
        >
          <SlidersHorizontal aria-hidden="true" />
          {/* On a phone the label is hidden, to leave room for the search. */}
          <span className="hidden sm:inline">Filters</span>
          {active > 0 && <span>{active}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        label="Filters"
        className="max-h-(--radix-popover-content-available-height) w-[min(380px,calc(100vw-24px))] overflow-y-auto"
      >
        <FilterFields {...props} />
      </PopoverContent>
    </Popover>
  );
}
