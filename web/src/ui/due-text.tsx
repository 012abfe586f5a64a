import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { dueIn } from '#web/lib/due.ts';

const tones = { critical: 'text-critical', medium: 'text-medium', good: 'text-good' };

/** 'N days left' or 'N days overdue' in its color, with the date as a tooltip. */
export function DueText({ dueDate, className }: { dueDate: string; className?: string }) {
  const [due, date] = [dueIn(dueDate), dueDateOf(dueDate)];
  return (
    <time
      dateTime={date}
      title={t('Due {date}', { date: formatDueDate(date) })}
      className={cn('font-semibold whitespace-nowrap', tones[due.tone], className)}
    >
      {due.text}
    </time>
  );
}
