import { describe, expect, it } from 'vitest';
import { cn } from '#web/lib/cn.ts';

describe('class names', () => {
  it.each([
    ['px-4 text-ink', 'px-2', 'text-ink px-2'],
    ['p-4', 'pt-1', 'p-4 pt-1'],
    ['pt-1', 'p-4', 'p-4'],
    ['text-base text-ink', 'text-small', 'text-ink text-small'],
    ['text-base text-ink', 'text-critical text-end', 'text-base text-critical text-end'],
    ['text-[13px]', 'text-base', 'text-base'],
    ['border border-line', 'border-accent', 'border border-accent'],
    ['border border-line', 'border-s-2', 'border border-line border-s-2'],
    ['h-11 w-full', 'size-5', 'size-5'],
    ['md:px-6', 'px-2 md:px-3', 'px-2 md:px-3'],
    ['rounded-card', 'rounded-full', 'rounded-full'],
    ['hidden', 'flex', 'flex'],
    ['bg-accent enabled:hover:bg-accent-strong', 'bg-surface', 'enabled:hover:bg-accent-strong bg-surface'],
    ['font-medium font-display', 'font-semibold', 'font-display font-semibold'],
    ['grid gap-2.5 gap-x-4', 'gap-6', 'grid gap-x-4 gap-6'],
  ])('%s and then %s', (first, second, expected) => {
    expect(cn(first, second)).toBe(expected);
  });
  it('drops falsy values', () => {
    expect(cn('a', false, undefined, { b: true, c: false })).toBe('a b');
  });
});
