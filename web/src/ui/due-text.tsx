import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { dueIn } from '#web/lib/due.ts';

const tones = { critical: 'text-critical', medium: 'text-medium', good: 'text-good' };

interface DueTextProps {
  dueDate: string;
  /** Whether everything was submitted: then no day is left to count. */
  handedIn?: boolean;
  className?: string;
}

/** 'N days left' or 'N days overdue' in its color, or 'Submitted', with the date as a tooltip. */
export function DueText({ dueDate, handedIn = false, className }: DueTextProps) {
  const [due, date] = [dueIn(dueDate), dueDateOf(dueDate)];
  return (
    <time
      dateTime={date}
      title={t('Due {date}', { date: formatDueDate(date) })}
      className={cn('font-semibold whitespace-nowrap', handedIn ? 'text-ink-2' : tones[due.tone], className)}
    >
      {handedIn ? t('Submitted') : due.text}
    </time>
  );
}
