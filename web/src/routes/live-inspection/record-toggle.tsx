import { Pause } from 'lucide-react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface RecordToggleProps {
  recording: boolean;
  /** The next press resumes an earlier recording. */
  resumes: boolean;
  pending: boolean;
  disabled: boolean;
  onToggle: () => void;
}

/** The round button that records and pauses, 68 px. */
export function RecordToggle({ recording, resumes, pending, disabled, onToggle }: RecordToggleProps) {
  return (
    <button
      type="button"
      aria-label={recording ? t('Pause recording') : resumes ? t('Resume recording') : t('Start recording')}
      aria-busy={pending || undefined}
      disabled={disabled || pending}
      onClick={onToggle}
      className="group grid size-[68px] shrink-0 place-items-center rounded-full border-4 border-accent bg-surface transition-transform disabled:opacity-40 enabled:active:scale-95"
    >
      <span
        className={cn(
          'grid size-[50px] place-items-center rounded-full transition-transform group-enabled:group-active:scale-90',
          recording ? 'bg-accent-soft text-accent' : 'bg-accent text-accent-ink',
        )}
      >
        {pending ? (
          <Spinner className="size-6" label={t('Starting')} />
        ) : recording ? (
          <Pause aria-hidden="true" className="size-6" />
        ) : (
          <span aria-hidden="true" className="size-5 rounded-full bg-current" />
        )}
      </span>
    </button>
  );
}
