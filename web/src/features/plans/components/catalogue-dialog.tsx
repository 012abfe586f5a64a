import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useCallback, useId, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { CostCatalogue, CostEntry } from '#contract/cost-catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { catalogueQuery, useSaveCatalogue } from '#web/features/plans/api.ts';
import { countsText, lineKey, matches } from '#web/features/plans/catalogue.ts';
import { AddLineDialog } from '#web/features/plans/components/add-line-dialog.tsx';
import { CatalogueLines, focusLine } from '#web/features/plans/components/catalogue-lines.tsx';
import { useCatalogueEdit } from '#web/features/plans/use-catalogue-edit.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

const noEntries: CostEntry[] = [];

/** Describes the overheads of a plan that are set. */
function furtherLines({ mobilization, designFeePercent, afterHoursPercent, regionalPercents }: CostCatalogue): string {
  return [
    mobilization > 0 && `${formatMoney(mobilization)} mobilization`,
    designFeePercent > 0 && `${designFeePercent}% design and permit fee`,
    afterHoursPercent > 0 && `${afterHoursPercent}% after-hours surcharge`,
    ...Object.entries(regionalPercents).map(([state, percent]) => `${percent}% in ${state}`),
  ]
    .filter(Boolean)
    .join(', ');
}

function Notes(catalogue: CostCatalogue) {
  const { freightPercent, contingencyPercent, crews } = catalogue;
  const further = furtherLines(catalogue);
  return (
    <div className="grid max-w-[92ch] gap-1.5 text-small text-ink-2">
      <p>
        Existing plans keep their figures until they are generated again. Drafts and plans that await approval then take
        the new ones, except for items that a person decided or changed. Approved plans take them for new findings only.
      </p>
      <p>Each line applies until the next severity starts. Each category keeps its line for the lowest severity.</p>
      <p>
        Added to a plan’s sum: {freightPercent}% freight and tax on furniture, fixtures and equipment (FF&amp;E), and{' '}
        {contingencyPercent}% contingency{further && `, ${further}`}. Items run side by side with up to{' '}
        {plural(crews, 'crew')}.
      </p>
    </div>
  );
}

function ConflictNotice() {
  return (
    <p role="alert" className="max-w-[92ch] rounded-control bg-accent-soft px-3 py-2.5">
      <span className="font-medium">Not saved: somebody else saved the catalog meanwhile.</span> The lines show what is
      saved now. What you had typed stands beside each line that differs: put it back where it should count, and save
      again.
    </p>
  );
}

function NoLineMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No line matches"
      actions={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Search by category, action, unit or severity.
    </EmptyState>
  );
}

/** The catalogue form with the lines that match the search. */
function Lines({
  formId,
  catalogue,
  edit,
  search,
  onSearch,
  onSubmit,
}: {
  formId: string;
  catalogue: CostCatalogue;
  edit: ReturnType<typeof useCatalogueEdit>;
  search: string;
  onSearch: (search: string) => void;
  onSubmit: () => void;
}) {
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const { remove, reset } = edit;
  // Resetting a line removes the pressed button, so the focus moves to the line, or to Add Line if the line is gone.
  const onReset = useCallback(
    (id: string) => {
      flushSync(() => reset(id));
      focusLine(id);
    },
    [reset],
  );
  const onRemove = useCallback(
    (line: CostEntry) => {
      flushSync(() => remove(line));
      if (!focusLine(lineKey(line))) addButton.current?.focus();
    },
    [remove],
  );
  function add(line: CostEntry) {
    flushSync(() => {
      setAdding(false);
      // The current search could hide the new line.
      onSearch('');
      edit.add(line);
    });
    focusLine(lineKey(line));
  }

  const found = edit.lines.filter(({ entry, draft }) => matches(entry, draft.action, search));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <Notes {...catalogue} />
      {edit.setAside > 0 && <ConflictNotice />}
      <div className="flex items-center gap-2">
        <SearchInput
          label="Search the cost catalog"
          placeholder="Search category or action..."
          value={search}
          onSearch={onSearch}
          className="flex-1 lg:max-w-[340px]"
        />
        <Button ref={addButton} size="sm" variant="secondary" className="ms-auto" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add Line
        </Button>
      </div>
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {found.length > 0 ? (
          <CatalogueLines
            lines={found}
            onChange={edit.change}
            onLeave={edit.leave}
            onReset={onReset}
            onRemove={onRemove}
            onPutBack={edit.putBack}
          />
        ) : (
          <NoLineMatches onClear={() => onSearch('')} />
        )}
      </form>
      {adding && (
        <AddLineDialog
          lines={edit.lines.flatMap(({ state, entry }) => (state === 'removed' ? [] : entry))}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

/** The editor for the unit costs and durations of plans. */
export default function CatalogueDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { data, error, refetch } = useQuery({ ...catalogueQuery, refetchOnMount: 'always' });
  const edit = useCatalogueEdit(data?.entries ?? noEntries);
  const save = useSaveCatalogue();
  const [search, setSearch] = useState('');
  const { unsaved, counts } = edit;
  const guard = useDiscardGuard(unsaved || edit.setAside > 0, onClose);

  /** Loads the version that somebody else has saved, and sets the typed values aside. */
  async function reload(problem: Error) {
    const { data: current } = await refetch();
    if (!current) return toastError('Cost catalog not saved', problem);
    edit.mergeSaved(current.entries);
    setSearch('');
  }

  function submit() {
    if (!data || !unsaved || save.isPending) return;
    let entries: CostEntry[] | null = null;
    flushSync(() => {
      entries = edit.result();
      // The current search could hide the invalid line.
      if (!entries) setSearch('');
    });
    if (!entries) return document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    save.mutate(
      { version: data.version, entries, counts },
      {
        onSuccess: edit.resetAll,
        onError: (problem) => {
          if (hasStatus(problem, 409)) void reload(problem);
        },
      },
    );
  }

  return (
    <>
      <Dialog open onOpenChange={(open) => !open && guard.close()}>
        <DialogContent
          title="Cost Catalog"
          description="Planning estimates, not quotes: the cost and time of each action, in US dollars and days."
          shape="full"
          size="xl"
          className="md:h-[92dvh]"
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            // The first Escape only clears the search box.
            if (event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value)
              event.preventDefault();
          }}
          footer={
            <>
              <span role="status" className="self-center text-small text-ink-2 md:me-auto">
                {unsaved
                  ? `${countsText(counts)} · not saved`
                  : edit.setAside > 0
                    ? `Your values for ${plural(edit.setAside, 'line')} are not saved`
                    : 'No unsaved changes'}
              </span>
              <Button variant="secondary" onClick={guard.close}>
                Close
              </Button>
              <Button type="submit" form={formId} disabled={!unsaved} pending={save.isPending}>
                {save.isPending ? 'Saving...' : 'Save'}
              </Button>
            </>
          }
        >
          {data ? (
            <Lines
              formId={formId}
              catalogue={data}
              edit={edit}
              search={search}
              onSearch={setSearch}
              onSubmit={submit}
            />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={8} className="px-0" label="Loading cost catalog" />
          )}
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        {...guard.dialog}
        title="Discard the changes?"
        description={`Not saved in the cost catalog: ${countsText(counts) || `your values for ${plural(edit.setAside, 'line')}`}.`}
      />
    </>
  );
}
