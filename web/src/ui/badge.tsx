import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

const badgeVariants = cva(
  'inline-flex h-[22px] items-center gap-1.5 rounded-full px-2 text-tiny font-semibold whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        plain: 'bg-sunken text-ink-2',
        outline: 'border border-line-strong text-ink-2',
        accent: 'bg-accent-soft text-accent',
        good: 'bg-good-soft text-good',
        critical: 'bg-critical-soft text-critical',
        high: 'bg-high-soft text-high',
        medium: 'bg-medium-soft text-medium',
        low: 'bg-low-soft text-low',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>['tone']>;

export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />;
}

/** The badge style of each status, as the specification defines it. */
const statusTones: Record<'session' | 'case' | 'plan', Record<string, BadgeTone>> = {
  session: { completed: 'good', approved: 'good', pending_review: 'plain', requires_action: 'critical' },
  case: { completed: 'good', in_progress: 'plain', expired: 'critical' },
  plan: {
    approved: 'good',
    completed: 'good',
    in_progress: 'accent',
    pending_approval: 'medium',
    rejected: 'critical',
    awaiting_verification: 'medium',
  },
};
export type StatusKind = keyof typeof statusTones;

/** The badge style of a status; statuses that are not listed are outlined, as the specification says. */
export const statusTone = (status: string, of: StatusKind = 'session'): BadgeTone =>
  statusTones[of][status] ?? 'outline';

/** Turns `pending_review` into "Pending Review". */
export const statusLabel = (status: string): string =>
  t(
    status
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
  );

const planStatuses = [
  'pending',
  'pending_approval',
  'approved',
  'rejected',
  'waived',
  'in_progress',
  'awaiting_verification',
  'completed',
];

/** The label for the status of a plan or plan item; the specification shows any other status as Draft. */
export const planStatusLabel = (status: string): string =>
  planStatuses.includes(status) ? statusLabel(status) : t('Draft');

interface StatusBadgeProps {
  status: string;
  /** The kind of status; area sessions and inspections by default. */
  of?: StatusKind;
  label?: string;
  className?: string;
}

/** The status of a case, area session, inspection, plan or item. */
export function StatusBadge({ status, of, label, className }: StatusBadgeProps) {
  return (
    <Badge tone={statusTone(status, of)} className={className}>
      {label ?? (of === 'plan' ? planStatusLabel(status) : statusLabel(status))}
    </Badge>
  );
}

const severityTones: Record<string, BadgeTone> = {
  critical: 'critical',
  high: 'high',
  major: 'high',
  medium: 'medium',
  minor: 'medium',
  low: 'low',
};

/** The severity of a finding (critical, high, medium, low) or of a PIP line (critical, major, minor). */
export function SeverityBadge({
  severity,
  count,
  className,
}: {
  severity: string;
  count?: number;
  className?: string;
}) {
  return (
    <Badge tone={severityTones[severity] ?? 'low'} className={className}>
      {count === undefined ? statusLabel(severity) : `${count} ${statusLabel(severity)}`}
    </Badge>
  );
}

/** Detections from 70 are emphasized, as the specification says. */
export const confidenceTone = (confidence: number): BadgeTone => (confidence >= 70 ? 'accent' : 'plain');

/** The confidence of a detection in percent. */
export function ConfidenceBadge({ confidence, className }: { confidence: number; className?: string }) {
  return (
    <Badge tone={confidenceTone(confidence)} className={className}>
      {Math.round(confidence)}%
    </Badge>
  );
}
