import { inspectionTypeLabels, inspectionTypes, type CaseStatus } from '#contract/cases.ts';
import type { CaseFilter } from '#web/features/cases/admin-api.ts';
import { SavedViews } from '#web/features/saved-views/components/saved-views.tsx';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'expired', label: 'Expired' },
] as const satisfies readonly { value: CaseStatus | 'all'; label: string }[];

/** The query parameters of the screen. */
export interface CaseSearch {
  status?: string;
  q?: string;
  type?: string;
  overdue?: 'true';
  sort?: string;
}

/** The filter to send to the server, without values that it would refuse. */
export const caseFilter = ({ status, q, type, overdue, sort }: CaseSearch): CaseFilter => {
  const known = filters.find(({ value }) => value === status)?.value ?? 'all';
  return {
    status: known === 'all' ? undefined : known,
    q,
    type: inspectionTypes.find((each) => each === type),
    overdue,
    sort: sort === 'due' ? 'due' : undefined,
  };
};

interface CaseFiltersProps {
  search: CaseSearch;
  counts: Readonly<Record<CaseStatus | 'all', number>> | undefined;
  onFilter: (change: CaseSearch) => void;
}

/** The search box, filters and sort order for the list of cases. */
export function CaseFilters({ search, counts, onFilter }: CaseFiltersProps) {
  const { status = 'all', q, type, overdue, sort } = caseFilter(search);
  const filter = filters.find(({ value }) => value === status)?.value ?? 'all';
  return (
    <>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center">
        <SearchInput
          label="Search cases"
          placeholder="Search cases..."
          value={q ?? ''}
          onSearch={(text) => onFilter({ q: text || undefined })}
          className="lg:w-[340px]"
        />
        <FilterRow
          label="Status of cases"
          value={filter}
          choices={filters.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          onChange={(value) => onFilter({ status: value === 'all' ? undefined : value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-pressed={!!overdue}
          className={cn(overdue && 'border-accent bg-accent-soft text-accent')}
          onClick={() => onFilter({ overdue: overdue ? undefined : 'true' })}
        >
          Overdue
        </Button>
        <Select
          dense
          aria-label="Inspection type"
          className="w-[184px]"
          value={type ?? ''}
          onChange={({ target }) => onFilter({ type: target.value || undefined })}
        >
          <option value="">All types</option>
          {inspectionTypes.map((value) => (
            <option key={value} value={value}>
              {inspectionTypeLabels[value]}
            </option>
          ))}
        </Select>
        <Select
          dense
          aria-label="Order"
          className="w-[184px]"
          value={sort ?? ''}
          onChange={({ target }) => onFilter({ sort: target.value || undefined })}
        >
          <option value="">Newest first</option>
          <option value="due">Soonest due first</option>
        </Select>
        <SavedViews list="cases" search={search} onOpen={onFilter} />
      </div>
    </>
  );
}
