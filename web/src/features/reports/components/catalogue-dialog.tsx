import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Plus, SearchX } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { CostEntry, costCatalogueSchema } from '#contract/reports.ts';
import { CatalogueOvertaken, catalogueQuery, useSaveCatalogue } from '#web/features/reports/api.ts';
import { countsText, lineKey, matches } from '#web/features/reports/catalogue.ts';
import { AddLineDialog } from '#web/features/reports/components/add-line-dialog.tsx';
import { CatalogueCards } from '#web/features/reports/components/catalogue-cards.tsx';
import { focusLine } from '#web/features/reports/components/catalogue-lines.tsx';
import { CatalogueTable } from '#web/features/reports/components/catalogue-table.tsx';
import { useCatalogueEdit } from '#web/features/reports/use-catalogue-edit.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

type Catalogue = z.output<typeof costCatalogueSchema>;
const nothing: Catalogue['entries'] = [];

function Notes({ freightPercent, contingencyPercent, crews }: Catalogue) {
  return (
    <div className="grid max-w-[92ch] gap-1.5 text-small text-ink-2">
      <p>
        Present plans keep their figures until they are generated again. Then drafts and plans that await approval take
        the new ones, except for items that somebody decided or changed; approved plans take them for new findings only.
      </p>
      <p>A line counts up to the severity of the next one. Each category keeps its line for the mildest findings.</p>
      <p>
        Added to a plan’s sum: {freightPercent}% freight and tax on furniture, fixtures and equipment (FF&amp;E), and{' '}
        {contingencyPercent}% contingency. Works run side by side by up to {plural(crews, 'crew')}.
      </p>
    </div>
  );
}

/** The unit costs and durations that plans are computed with, edited in place. Mount it when it opens. */
export default function CatalogueDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { data, error, refetch } = useQuery({ ...catalogueQuery, refetchOnMount: 'always' });
  const edit = useCatalogueEdit(data?.entries ?? nothing);
  const save = useSaveCatalogue();
  const [search, setSearch] = useState('');
  const [asking, setAsking] = useState(false);
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const wide = useMedia('(min-width: 1024px)');
  const { unsaved, remove, reset } = edit;
  const leaving = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: () => unsaved, withResolver: true });
  const close = () => (unsaved ? setAsking(true) : onClose());

  function submit() {
    if (!unsaved || save.isPending) return;
    let lines: ReturnType<typeof edit.ready> = null;
    flushSync(() => {
      lines = edit.ready();
      // A faulty line may not be among those that were searched for.
      if (!lines) setSearch('');
    });
    if (lines)
      save.mutate(
        { change: lines, shown: data?.entries ?? nothing },
        {
          onSuccess: edit.resetAll,
          onError: (problem) => {
            if (!(problem instanceof CatalogueOvertaken)) return;
            edit.overtake(problem);
            // The lines may not be among those that were searched for.
            setSearch('');
          },
        },
      );
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  function add(line: CostEntry) {
    flushSync(() => {
      setAdding(false);
      // It may not be among the lines that were searched for.
      setSearch('');
      edit.add(line);
    });
    focusLine(lineKey(line));
  }
  // The pressed button goes with the change; the line keeps the focus, or where it went, the way to another.
  const onReset = useCallback(
    (key: string) => {
      flushSync(() => reset(key));
      focusLine(key);
    },
    [reset],
  );
  const onRemove = useCallback(
    (key: string) => {
      flushSync(() => remove(key));
      if (!focusLine(key)) addButton.current?.focus();
    },
    [remove],
  );

  const found = edit.lines.filter(({ entry, draft }) => matches(entry, draft.action, search));
  const Lines = wide ? CatalogueTable : CatalogueCards;
  return (
    <>
      <Dialog open onOpenChange={(open) => !open && close()}>
        <DialogContent
          title="Cost Catalogue"
          description="Planning estimates, not quotes: what each kind of work costs and how long it takes, in US dollars and days."
          shape="full"
          size="xl"
          className="md:h-[92dvh]"
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            // The search box empties itself first.
            if (event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value)
              event.preventDefault();
          }}
          footer={
            <>
              <span role="status" className="self-center text-small text-ink-2 md:mr-auto">
                {unsaved ? `${countsText(edit.counts)}, not saved` : 'No unsaved changes'}
              </span>
              <Button variant="secondary" onClick={close}>
                Close
              </Button>
              <Button type="submit" form={formId} disabled={!unsaved} pending={save.isPending}>
                {save.isPending ? 'Saving...' : 'Save'}
              </Button>
            </>
          }
        >
          {data ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
              <Notes {...data} />
              {edit.overtaken > 0 && (
                <p role="alert" className="max-w-[92ch] rounded-control bg-accent-soft px-3 py-2.5">
                  <span className="font-medium">Not saved: somebody else has saved the catalogue meanwhile.</span> What
                  you did is kept. {plural(edit.overtaken, 'line')} of yours {edit.overtaken === 1 ? 'is' : 'are'}{' '}
                  something else now: compare, undo what should stay theirs, and save again.
                </p>
              )}
              <div className="flex items-center gap-2">
                <SearchInput
                  label="Search the cost catalogue"
                  placeholder="Search category or action..."
                  value={search}
                  onSearch={setSearch}
                  className="flex-1 lg:max-w-[340px]"
                />
                <Button
                  ref={addButton}
                  size="sm"
                  variant="secondary"
                  className="ml-auto"
                  onClick={() => setAdding(true)}
                >
                  <Plus aria-hidden="true" />
                  Add line
                </Button>
              </div>
              <form
                ref={form}
                id={formId}
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  submit();
                }}
              >
                {found.length > 0 ? (
                  <Lines
                    lines={found}
                    onChange={edit.change}
                    onLeave={edit.leave}
                    onReset={onReset}
                    onRemove={onRemove}
                  />
                ) : (
                  <EmptyState
                    icon={SearchX}
                    title="No line matches"
                    actions={
                      <Button variant="secondary" onClick={() => setSearch('')}>
                        Clear search
                      </Button>
                    }
                  >
                    Search by a kind of finding, a work, a unit or a severity.
                  </EmptyState>
                )}
              </form>
            </div>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={8} className="px-0" label="Loading the cost catalogue" />
          )}
        </DialogContent>
      </Dialog>
      {adding && <AddLineDialog lines={edit.staying} onAdd={add} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={asking || leaving.status === 'blocked'}
        onOpenChange={(open) => {
          if (open) return;
          setAsking(false);
          leaving.reset?.();
        }}
        title="Discard the changes?"
        description={`Not saved in the cost catalogue: ${countsText(edit.counts)}.`}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          if (leaving.status === 'blocked') leaving.proceed();
          else onClose();
        }}
      />
    </>
  );
}
