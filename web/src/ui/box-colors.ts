/** Box colors are the same in both themes, like the photo below them; white text is readable on all of them. */
export const toneColors = {
  critical: '#b3231a',
  high: '#b4540a',
  medium: '#806200',
  low: '#51616a',
  accent: '#0b6b63',
} as const;

/**
 * Seven colors for objects, which have no severity: distinct from each other and from the severity colors, and
 * visible in both themes. Neighbors in the list differ most, because most pictures show few kinds of objects.
 */
export const objectColors = ['#1e72e4', '#d3328b', '#448503', '#7f62d5', '#14856f', '#ba3bcd', '#0f809e'] as const;

/** A severity, the accent, or an index into the palette of seven. */
export type BoxTone = keyof typeof toneColors | number;

export const colorOf = (tone: BoxTone): string =>
  (typeof tone === 'number' ? objectColors[tone % objectColors.length] : toneColors[tone]) ?? toneColors.accent;
