import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, FolderOpen, Plus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { InspectionCase } from '#contract/cases.ts';
import { adminCasesPages, useCancelCase } from '#web/features/cases/admin-api.ts';
import { caseFilter, CaseFilters, type CaseSearch } from '#web/features/cases/components/case-filters.tsx';
import { CaseList } from '#web/features/cases/components/case-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const CreateCaseDialog = lazy(async () => ({
  default: (await import('#web/features/cases/components/create-case-dialog.tsx')).CreateCaseDialog,
}));
const ImportCasesDialog = lazy(async () => ({
  default: (await import('#web/features/cases/components/import-cases-dialog.tsx')).ImportCasesDialog,
}));

const noFilter: CaseSearch = { q: undefined, status: undefined, type: undefined, overdue: undefined };

interface CasesPanelProps {
  search: CaseSearch;
  onFilter: (change: CaseSearch) => void;
  /** Buttons next to Create Case. */
  actions?: ReactNode;
}

/** The Inspection Cases tab: search, create and cancel cases. */
export function CasesPanel({ search, onFilter, actions }: CasesPanelProps) {
  const filter = caseFilter(search);
  const wide = useMedia('(min-width: 900px)');
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const [cancelling, setCancelling] = useState<InspectionCase | null>(null);
  const cancel = useCancelCase();
  const list = useInfiniteQuery({
    ...adminCasesPages(filter),
    placeholderData: keepPreviousData,
  });
  const counts = list.data?.pages[0]?.counts;
  const cases = list.data?.pages.flatMap((page) => page.cases);
  const filtered = !!(filter.q || filter.type || filter.overdue || filter.status);
  const openForm = () => setCreating(true);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Inspection Cases</h2>
        <div className="flex flex-wrap gap-2">
          {actions}
          <Button size="sm" variant="secondary" onClick={() => setImporting(true)}>
            <FileUp aria-hidden="true" />
            Import Cases
          </Button>
          <Button size="sm" onClick={openForm}>
            <Plus aria-hidden="true" />
            Create Case
          </Button>
        </div>
      </div>
      <CaseFilters search={search} counts={counts} onFilter={onFilter} />
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        {cases ? (
          cases.length > 0 ? (
            <>
              <CaseList wide={wide} cases={cases} onCancel={setCancelling} />
              <LoadMore list={list} />
            </>
          ) : (
            <EmptyState
              icon={FolderOpen}
              title="No inspection cases found"
              actions={
                filtered ? (
                  <Button variant="secondary" onClick={() => onFilter(noFilter)}>
                    Clear filters
                  </Button>
                ) : (
                  <Button onClick={openForm}>Create Case</Button>
                )
              }
            >
              {!filtered && 'Create a case to ask a property owner by e-mail for an inspection.'}
            </EmptyState>
          )
        ) : list.error ? (
          <ErrorState title="Failed to fetch cases" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={6} label="Loading inspection cases" />
        )}
      </Card>
      <Suspense fallback={null}>
        {creating && <CreateCaseDialog onClose={() => setCreating(false)} />}
        {importing && <ImportCasesDialog onClose={() => setImporting(false)} />}
      </Suspense>
      <ConfirmDialog
        open={cancelling !== null}
        onOpenChange={(open) => !open && setCancelling(null)}
        title={`Cancel case ${cancelling?.caseNumber ?? ''}?`}
        description={`${cancelling?.ownerEmail ?? 'The owner'} gets an e-mail that the inspection of ${
          cancelling?.propertyName || 'the property'
        } is cancelled. This cannot be undone.`}
        confirmLabel="Cancel case"
        cancelLabel="Keep case"
        danger
        pending={cancel.isPending}
        onConfirm={() => cancelling && cancel.mutate(cancelling, { onSettled: () => setCancelling(null) })}
      />
    </div>
  );
}
