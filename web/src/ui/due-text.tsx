import { cn } from '#web/lib/cn.ts';
import { dueIn } from '#web/lib/due.ts';
import { formatDueDate } from '#web/lib/format.ts';

const tones = { critical: 'text-critical', medium: 'text-medium', good: 'text-good' };

/** 'N days left' or 'N days overdue' in its colour; the date itself as the title. */
export function DueText({ dueDate, className }: { dueDate: string; className?: string }) {
  const due = dueIn(dueDate);
  return (
    <time
      dateTime={dueDate}
      title={`Due ${formatDueDate(dueDate)}`}
      className={cn('font-semibold whitespace-nowrap', tones[due.tone], className)}
    >
      {due.text}
    </time>
  );
}
