import { clsx, type ClassValue } from 'clsx';
import { createTailwindMerge, validators } from 'tailwind-merge';

const { isAny, isArbitraryLength, isArbitraryValue, isNumber } = validators;
/** Start and end instead of left and right (styles/directions.test.ts). */
const sides = ['x', 'y', 't', 'b', 's', 'e'];
const textSizes = ['tiny', 'small', 'base', 'lg', 'xl', '2xl', '3xl'];
const weights = ['normal', 'medium', 'strong', 'semibold', 'bold'];
const lengths = ['auto', 'full', 'fit', 'min', 'max', 'screen', 'dvh', isAny];

/** Whether a border class sets one side, such as `s-2` in `border-s-2`, and not a width of all sides or a color. */
const isBorderSide = (value: string): boolean => /^[xytbse](-\d)?$/.test(value);

/** Class groups for `p`, `px`, `pt` …, each with the groups that it overrides. */
const spacing = (name: 'p' | 'm') =>
  Object.fromEntries([
    [name, [{ [name]: [isAny] }]],
    ...sides.map((side) => [`${name}${side}`, [{ [`${name}${side}`]: [isAny] }]]),
  ]);
const spacingConflicts = (name: 'p' | 'm') => ({
  [name]: sides.map((side) => `${name}${side}`),
  [`${name}x`]: [`${name}s`, `${name}e`],
  [`${name}y`]: [`${name}t`, `${name}b`],
});

/**
 * The class groups in which a later class replaces an earlier one, so that callers can override a component's
 * classes. This list covers only the classes in use, because the library's full table would add 6 KB to every page.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    ...spacing('p'),
    ...spacing('m'),
    size: [{ size: lengths }],
    w: [{ w: lengths }],
    h: [{ h: lengths }],
    'min-w': [{ 'min-w': lengths }],
    'max-w': [{ 'max-w': lengths }],
    'min-h': [{ 'min-h': lengths }],
    'max-h': [{ 'max-h': lengths }],
    gap: [{ gap: [isNumber, isArbitraryValue] }],
    'grid-cols': [{ 'grid-cols': [isAny] }],
    'justify-content': [{ justify: ['start', 'end', 'center', 'between', 'around'] }],
    'align-items': [{ items: ['start', 'end', 'center', 'baseline', 'stretch'] }],
    'font-size': [{ text: [...textSizes, isArbitraryLength] }],
    'text-align': [{ text: ['start', 'center', 'end'] }],
    'font-weight': [{ font: weights }],
    'text-color': [{ text: [isAny] }],
    bg: [{ bg: [isAny] }],
    rounded: [{ rounded: ['', isAny] }],
    'border-width': [{ border: ['', '0', '2', '4'] }],
    'border-side': [{ border: [isBorderSide] }],
    'border-color': [{ border: [isAny] }],
    shadow: [{ shadow: [isAny] }],
    overflow: [{ overflow: ['auto', 'hidden', 'visible', 'scroll'] }],
  },
  conflictingClassGroups: { ...spacingConflicts('p'), ...spacingConflicts('m'), size: ['w', 'h'] },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

/** Joins class names; a later Tailwind class replaces an earlier one of the same kind. */
export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));
