import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { actionText, detailRows, kindText, subjectText } from '#web/features/audit/audit-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { formatFullDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

/** Filters the log by the entity of an entry; `subject` is the entity's name. */
type FilterByEntity = (entry: AuditEntry, subject: string) => void;

function Details({ entry, onFilter }: { entry: AuditEntry; onFilter?: FilterByEntity }) {
  const subject = subjectText(entry);
  const rows = [
    ...detailRows(entry.details),
    { name: 'Entry', value: String(entry.seq) },
    { name: kindText(entry.entityType), value: entry.entityId },
    { name: 'By account', value: entry.userId },
    ...(entry.address === null ? [] : [{ name: 'From address', value: entry.address }]),
    ...(entry.client === null ? [] : [{ name: 'By program', value: entry.client }]),
    { name: 'Fingerprint', value: entry.hash },
  ];
  return (
    <div className="grid gap-3 pb-3.5 ps-[26px] lg:ps-[34px]">
      <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[160px_minmax(0,1fr)]">
        {rows.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 max-sm:mt-1">{name}</dt>
            <dd className="min-w-0 break-words [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {onFilter && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onFilter(entry, subject)}>
          Show only this {kindText(entry.entityType).toLowerCase()}
        </Button>
      )}
    </div>
  );
}

function Entry({ entry, onFilter }: { entry: AuditEntry; onFilter?: FilterByEntity }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li className={cn('px-1.5', open && 'bg-sunken')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="grid min-h-11 w-full grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2 md:grid-cols-[18px_162px_116px_minmax(0,1fr)_minmax(0,1fr)] md:gap-x-3 lg:grid-cols-[18px_170px_170px_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-4"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'size-4 self-start text-ink-3 transition-transform max-md:mt-0.5 md:self-center',
            open && 'rotate-90',
          )}
        />
        <time
          dateTime={entry.createdAt}
          className="text-ink-2 max-md:col-start-3 max-md:row-start-3 max-md:text-small md:whitespace-nowrap"
        >
          {formatFullDateTime(entry.createdAt)}
        </time>
        <span className="min-w-0 truncate max-md:col-start-2 max-md:row-start-3 max-md:text-small">
          {entry.actorName ?? 'A deleted account'}
        </span>
        <span className="min-w-0 font-medium max-md:col-span-2 max-md:col-start-2 max-md:row-start-1">
          {actionText(entry.action)}
        </span>
        <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere] max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:text-small">
          {subjectText(entry)}
        </span>
      </button>
      {open && (
        <div id={id}>
          <Details entry={entry} onFilter={onFilter} />
        </div>
      )}
    </li>
  );
}

/** Audit log entries; each can be expanded to its details. */
export function AuditEntries({ entries, onFilter }: { entries: readonly AuditEntry[]; onFilter?: FilterByEntity }) {
  return (
    <div>
      <div
        aria-hidden="true"
        className="hidden grid-cols-[18px_162px_116px_minmax(0,1fr)_minmax(0,1fr)] gap-x-3 border-b border-line px-1.5 py-2 text-tiny font-semibold text-ink-3 md:grid lg:grid-cols-[18px_170px_170px_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-4"
      >
        <span />
        <span>When</span>
        <span>Who</span>
        <span>What</span>
        <span>Which</span>
      </div>
      <ul aria-label="Entries of the audit log" className="divide-y divide-line border-b border-line max-md:border-t">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onFilter={onFilter} />
        ))}
      </ul>
    </div>
  );
}
