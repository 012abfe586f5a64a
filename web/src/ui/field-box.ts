/** At least 16 px on touch screens, because iOS zooms into smaller inputs. */
export const fieldBoxClass =
  'w-full rounded-card border border-line-field bg-surface px-3 text-base text-ink placeholder:text-ink-3 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-critical touch:text-[16px] focus-visible:outline-offset-0';
