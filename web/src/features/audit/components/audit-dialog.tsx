import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, ScrollText, ShieldCheck, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { AuditVerdict } from '#contract/audit.ts';
import { plural } from '#contract/texts.ts';
import { auditPages, useVerifyAudit, type AuditFilter } from '#web/features/audit/api.ts';
import { kindTexts } from '#web/features/audit/audit-texts.ts';
import { AuditEntries } from '#web/features/audit/components/audit-entries.tsx';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const count = new Intl.NumberFormat('en-US');

function Verdict({ verdict }: { verdict: AuditVerdict }) {
  if (verdict.ok)
    return (
      <p className="flex items-start gap-2 rounded-card bg-good-soft px-3.5 py-2.5 text-good">
        <CircleCheck aria-hidden="true" className="mt-px size-[18px] shrink-0" />
        The log is intact: {plural(verdict.entries, 'entry', 'entries', count.format)} checked, none changed or missing.
      </p>
    );
  return (
    <p className="flex items-start gap-2 rounded-card bg-critical-soft px-3.5 py-2.5 text-critical">
      <TriangleAlert aria-hidden="true" className="mt-px size-[18px] shrink-0" />
      The log is broken at entry {count.format(verdict.brokenAt ?? verdict.entries + 1)}: it was changed or is missing.
      {verdict.entries > 0
        ? ` The ${plural(verdict.entries, 'entry before it is', 'entries before it are', count.format)} intact.`
        : ''}
    </p>
  );
}

/** The audit log with a filter, and the verification of its hash chain. */
export default function AuditDialog({ onClose }: { onClose: () => void }) {
  const [filter, setFilter] = useState<AuditFilter & { subject?: string }>({});
  const list = useInfiniteQuery({ ...auditPages(filter), refetchOnMount: 'always' });
  const verify = useVerifyAudit();
  const entries = list.data?.pages.flatMap((page) => page.rows);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Audit Log"
        description="All changes, newest first. Each entry has a fingerprint of the one before it."
        shape="full"
        size="xl"
        className="md:h-[92dvh]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <div className="flex flex-wrap items-center gap-2.5 pt-1">
            <Select
              dense
              aria-label="Type"
              className="min-w-0 grow sm:w-[220px] sm:grow-0"
              value={filter.entityType ?? ''}
              onChange={(event) => setFilter({ entityType: event.target.value || undefined })}
            >
              <option value="">All entries</option>
              {Object.entries(kindTexts).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </Select>
            <Button
              variant="secondary"
              size="sm"
              className="sm:ms-auto"
              pending={verify.isPending}
              onClick={() => verify.mutate(undefined, { onError: (error) => toastError('Log not verified', error) })}
            >
              {!verify.isPending && <ShieldCheck aria-hidden="true" />}
              Verify
            </Button>
          </div>
          {filter.subject && (
            <p className="flex items-center gap-1 text-ink-2">
              <span className="min-w-0">
                Entries about <span className="font-medium text-ink">{filter.subject}</span>
              </span>
              <Button variant="ghost" size="sm" onClick={() => setFilter({})}>
                <X aria-hidden="true" />
                Show all
              </Button>
            </p>
          )}
          <div role="status">{verify.data && <Verdict verdict={verify.data} />}</div>
          {entries ? (
            entries.length > 0 ? (
              <AuditEntries
                entries={entries}
                onFilter={
                  filter.subject
                    ? undefined
                    : ({ entityType, entityId }, subject) => setFilter({ entityType, entityId, subject })
                }
              />
            ) : (
              <EmptyState
                icon={ScrollText}
                title="No entries"
                actions={
                  filter.entityType && (
                    <Button variant="secondary" onClick={() => setFilter({})}>
                      Show all entries
                    </Button>
                  )
                }
              >
                {filter.entityType ? 'No changes of this type yet.' : 'Changes appear here.'}
              </EmptyState>
            )
          ) : list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonRows rows={8} className="px-0" label="Loading audit log" />
          )}
          <LoadMore list={list} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
