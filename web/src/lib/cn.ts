import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Our own size names would otherwise be read as colours, and `text-small text-ink` would lose one of the two. */
const twMerge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['tiny', 'small', 'base', 'lg', 'xl', '2xl', '3xl'] }],
      rounded: [{ rounded: ['small', 'control', 'card'] }],
      shadow: [{ shadow: ['card', 'lifted'] }],
    },
  },
});

/** Joins class names; a later Tailwind class replaces an earlier one of the same kind. */
export const cn = (...inputs: ClassValue[]): string => twMerge(clsx(inputs));
