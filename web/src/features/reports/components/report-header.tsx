import { ChevronDown, Download, Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PipReport } from '#contract/reports.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { useAcceptReport, useExportReport, useSubmitReport, type ExportFormat } from '#web/features/reports/api.ts';
import { placeOf, plannedItems, scopeOf } from '#web/features/reports/texts.ts';
import { useUser } from '#web/lib/auth.tsx';
import { formatLongDate, plural } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';
import { PageHeader } from '#web/ui/page.tsx';

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'pdf', label: 'Export PDF' },
  { format: 'xlsx', label: 'Export Excel (XLSX)' },
  { format: 'csv', label: 'Export CSV' },
];

function ExportMenu({ report }: { report: PipReport }) {
  const download = useExportReport();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="secondary" pending={download.isPending}>
          Export
          {!download.isPending && <ChevronDown aria-hidden="true" />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {formats.map(({ format, label }) => (
          <DropdownMenuItem key={format} onSelect={() => download.mutate({ id: report.id, format })}>
            <Download aria-hidden="true" />
            {label}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        {/* After the menu has closed, so that it is not on the paper. */}
        <DropdownMenuItem onSelect={() => setTimeout(() => window.print(), 100)}>
          <Printer aria-hidden="true" />
          Print
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface DecisionProps {
  report: PipReport;
  size: 'sm' | 'md';
}

function AcceptPlan({ report, size }: DecisionProps) {
  const accept = useAcceptReport();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size={size} data-decision onClick={() => setAsking(true)}>
        Accept Plan
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Accept this plan?"
        description={`${plural(plannedItems(report), 'item')}, an estimated ${formatWholeDollars(report.totalCost)}. Work can start today. You cannot undo an acceptance.`}
        confirmLabel="Accept Plan"
        pending={accept.isPending}
        onConfirm={() => accept.mutate(report.id, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function SubmitPlan({ report, size }: DecisionProps) {
  const submit = useSubmitReport();
  const { admin } = useUser().abilities;
  return (
    <Button size={size} data-decision pending={submit.isPending} onClick={() => submit.mutate(report.id)}>
      {admin ? 'Send to owner' : 'Submit for approval'}
    </Button>
  );
}

/** Accept or send the whole plan; nothing where the signed-in person may do neither. */
export const PlanDecision = ({ report, size }: DecisionProps) => (
  <>
    {report.abilities.submit && <SubmitPlan report={report} size={size} />}
    {report.abilities.accept && <AcceptPlan report={report} size={size} />}
  </>
);

/** The property, the status and the actions of a plan. */
export function ReportHeader({ report, decision }: { report: PipReport; decision?: ReactNode }) {
  const { property, source } = report;
  const over = [
    `${property.name}, ${placeOf(report)}`,
    ...(source === 'property' ? [] : [scopeOf(report)]),
    ...(property.totalRooms ? [plural(property.totalRooms, 'key')] : []),
    `generated ${formatLongDate(report.createdAt)}`,
  ];
  return (
    <PageHeader
      title="Property improvement plan"
      over={over.join(' · ')}
      actions={
        <>
          <StatusBadge status={report.status} of="plan" className="mr-1" />
          <span className="contents print:hidden">
            <ExportMenu report={report} />
            {decision}
          </span>
        </>
      }
    />
  );
}
