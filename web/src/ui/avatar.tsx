import { cn } from '#web/lib/cn.ts';
import { initials, type Named } from '#web/lib/names.ts';

/** The initials of a person in a circle; decorative, because the name is beside it. */
export function Avatar({ person, className }: { person: Named; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-[34px] shrink-0 place-items-center rounded-full bg-sunken text-[0.75rem] font-strong text-ink-2',
        className,
      )}
    >
      {initials(person)}
    </span>
  );
}
