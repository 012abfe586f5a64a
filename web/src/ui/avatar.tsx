import { cn } from '#web/lib/cn.ts';
import { initials, type Named } from '#web/lib/names.ts';

/** A person's initials in a circle. Decorative: the name stands beside it. */
export function Avatar({ person, className }: { person: Named; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-[34px] shrink-0 place-items-center rounded-full bg-sunken text-[12px] font-strong text-ink-2',
        className,
      )}
    >
      {initials(person)}
    </span>
  );
}
