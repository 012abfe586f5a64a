import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section className={cn('rounded-card border border-line bg-surface', className)} {...props} />;
}

/** The title of a card, with an optional link or button. */
export function CardHeader({
  title,
  note,
  action,
  className,
}: {
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <header
      className={cn('flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-[18px] pt-4 pb-2.5', className)}
    >
      <div className="min-w-0">
        <h2 className="heading">{title}</h2>
        {note && <p className="text-small text-ink-2">{note}</p>}
      </div>
      {action}
    </header>
  );
}

interface StatCardProps {
  label: ReactNode;
  /** Undefined while loading, which shows a skeleton of the same height. */
  value: ReactNode;
  hint?: ReactNode;
  tone?: 'critical' | 'good';
  className?: string;
}

/** A large figure with its label above and a hint below. */
export function StatCard({ label, value, hint, tone, className }: StatCardProps) {
  return (
    <div className={cn('rounded-card border border-line bg-surface px-[18px] py-3.5', className)}>
      <div className="text-small text-ink-2">{label}</div>
      <div className={cn('figure', tone === 'critical' && 'text-critical', tone === 'good' && 'text-good')}>
        {value === undefined ? <Skeleton className="my-[5px] h-[25px] w-16" /> : value}
      </div>
      <div className="min-h-[18px] text-small text-ink-2">
        {value === undefined ? <Skeleton className="h-3.5 w-24" /> : hint}
      </div>
    </div>
  );
}
