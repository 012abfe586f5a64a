import { useState, type ComponentProps } from 'react';
import { localDate } from '#contract/due-dates.ts';
import { Input } from '#web/ui/input.tsx';

/**
 * The browser's own date input: a text field with a keyboard, a wheel or calendar on phones. `notPast` prevents days
 * before today from being picked.
 */
export function DatePicker({ notPast, ...props }: Omit<ComponentProps<typeof Input>, 'type'> & { notPast?: boolean }) {
  const [today] = useState(() => localDate(new Date()));
  return <Input type="date" min={notPast ? today : undefined} {...props} />;
}
