import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { cn } from '#web/lib/cn.ts';
import { dueIn } from '#web/lib/due.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyCell, NearRows } from '#web/ui/near-rows.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

interface CaseListProps {
  cases: readonly InspectionCase[];
  onCancel: (inspectionCase: InspectionCase) => void;
}

/** Shows `quality_assurance` as "Quality assurance"; CSS capitalizes the first letter. */
const typeText = (type: string) => type.replace('_', ' ');

/** Only pending cases are shown as overdue, as the specification says. */
function DueDate({ item }: { item: InspectionCase }) {
  const date = dueDateOf(item.dueDate);
  const overdue = item.status === 'pending' && dueIn(item.dueDate).days < 0;
  return (
    <time dateTime={date} className={overdue ? 'font-semibold text-critical' : 'text-ink-2'}>
      {formatDueDate(date)}
      {overdue && ' (Overdue)'}
    </time>
  );
}

function CancelButton({ item, onCancel }: { item: InspectionCase } & Pick<CaseListProps, 'onCancel'>) {
  if (item.status !== 'pending') return null;
  return (
    <Button size="sm" variant="secondary" aria-label={`Cancel case ${item.caseNumber}`} onClick={() => onCancel(item)}>
      Cancel
    </Button>
  );
}

function Place({ item }: { item: InspectionCase }) {
  return (
    <>
      <div className="font-strong wrap-anywhere">{item.propertyName || 'Unknown'}</div>
      <div className="truncate text-small text-ink-2">
        {item.propertyCity}, {item.propertyState} · {item.ownerEmail}
      </div>
    </>
  );
}

const CaseLink = ({ item, className }: { item: InspectionCase; className?: string }) => (
  <Link
    to="/admin/cases/$id"
    params={{ id: item.id }}
    className={cn('relative text-accent hover:underline touch:after:absolute touch:after:-inset-3', className)}
  >
    {item.caseNumber}
  </Link>
);

interface CaseRowProps extends Pick<CaseListProps, 'onCancel'> {
  item: InspectionCase;
  /** The height of the row while it is far from the view and has no content; otherwise null. */
  emptyHeight: number | null;
}

/** Memoized, because a list may have thousands of rows. */
const CaseRow = memo(function CaseRow({ item, emptyHeight, onCancel }: CaseRowProps) {
  if (emptyHeight !== null)
    return (
      <Tr>
        <EmptyCell columns={6} height={emptyHeight}>{`${item.caseNumber} ${item.propertyName || 'Unknown'}`}</EmptyCell>
      </Tr>
    );
  return (
    <Tr>
      <Td className="ps-[18px] font-medium whitespace-nowrap">
        <CaseLink item={item} />
      </Td>
      <Td>
        <Place item={item} />
      </Td>
      <Td className="text-ink-2 first-letter:uppercase">{typeText(item.inspectionType)}</Td>
      <Td className="whitespace-nowrap">
        <DueDate item={item} />
      </Td>
      <Td>
        <StatusBadge status={item.status} of="case" />
      </Td>
      <Td className="h-[53px] pe-[18px] text-end">
        <CancelButton item={item} onCancel={onCancel} />
      </Td>
    </Tr>
  );
});

function CaseTable({ cases, onCancel }: CaseListProps) {
  return (
    <Table label="Inspection Cases" className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[212px] ps-[18px]">Case Number</Th>
          <Th>Property</Th>
          <Th className="w-[168px]">Type</Th>
          <Th className="w-[182px]">Due Date</Th>
          <Th className="w-[120px]">Status</Th>
          <Th className="w-[100px] pe-[18px] text-end">Actions</Th>
        </tr>
      </thead>
      <NearRows rows={cases}>
        {(item, emptyHeight) => <CaseRow key={item.id} item={item} emptyHeight={emptyHeight} onCancel={onCancel} />}
      </NearRows>
    </Table>
  );
}

function CaseCards({ cases, onCancel }: CaseListProps) {
  return (
    <ul className="divide-y divide-line">
      {cases.map((item) => (
        <li
          key={item.id}
          className="grid gap-2 px-4 py-3.5 [contain-intrinsic-size:auto_132px] [content-visibility:auto]"
        >
          <div className="flex items-center justify-between gap-3">
            <CaseLink item={item} className="text-small font-medium" />
            <StatusBadge status={item.status} of="case" />
          </div>
          <div className="min-w-0">
            <Place item={item} />
          </div>
          <div className="flex items-center justify-between gap-3">
            <div className="text-small">
              <div className="text-ink-2 first-letter:uppercase">{typeText(item.inspectionType)}</div>
              <DueDate item={item} />
            </div>
            <CancelButton item={item} onCancel={onCancel} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The cases as a table if there is room for one, otherwise as cards. */
export function CaseList({ wide, ...list }: CaseListProps & { wide: boolean }) {
  return wide ? <CaseTable {...list} /> : <CaseCards {...list} />;
}
