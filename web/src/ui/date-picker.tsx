import { useState, type ComponentProps } from 'react';
import { Input } from '#web/ui/input.tsx';

/** A day in local time as the date input writes it, yyyy-MM-dd. */
export const toDateInput = (date: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/**
 * The browser's own date input: typed by keyboard, a wheel or calendar on phones.
 * `notPast` keeps days before today from being picked.
 */
export function DatePicker({ notPast, ...props }: Omit<ComponentProps<typeof Input>, 'type'> & { notPast?: boolean }) {
  const [today] = useState(() => toDateInput(new Date()));
  return <Input type="date" min={notPast ? today : undefined} {...props} />;
}
