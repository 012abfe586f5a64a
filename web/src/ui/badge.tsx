import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
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

/** Completed and approved stand out, waiting is quiet, trouble is warm, everything else is outlined. */
const statusTones: Record<string, BadgeTone> = {
  approved: 'good',
  completed: 'good',
  pending_review: 'plain',
  in_progress: 'accent',
  requires_action: 'high',
  expired: 'critical',
  rejected: 'critical',
  pending_approval: 'medium',
};

/** Underscores as spaces, words capitalised: `pending_review` becomes Pending Review. */
export const statusLabel = (status: string): string =>
  status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The state of a case, session, inspection, report or item. */
export function StatusBadge({ status, label, className }: { status: string; label?: string; className?: string }) {
  return (
    <Badge tone={statusTones[status] ?? 'outline'} className={className}>
      {label ?? statusLabel(status)}
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

/** Severity of a finding (critical, high, medium, low) or of a PIP line (critical, major, minor). */
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

/** 80 and more good, 60 and more middling, below 60 bad. */
export const scoreTone = (score: number): 'good' | 'medium' | 'critical' =>
  score >= 80 ? 'good' : score >= 60 ? 'medium' : 'critical';

/** A compliance score in percent; null shows a dash. */
export function ScoreBadge({ score, className }: { score: number | null; className?: string }) {
  if (score === null) return <Badge className={className}>–</Badge>;
  return (
    <Badge tone={scoreTone(score)} className={className}>
      {Math.round(score)}%
    </Badge>
  );
}

/** How sure a detection is, in percent; from 70 it stands out. */
export function ConfidenceBadge({ confidence, className }: { confidence: number; className?: string }) {
  return (
    <Badge tone={confidence >= 70 ? 'accent' : 'plain'} className={className}>
      {Math.round(confidence)}%
    </Badge>
  );
}
