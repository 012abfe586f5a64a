/** A LIKE pattern that finds the text anywhere; the person's % and _ stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
