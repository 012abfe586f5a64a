/** A LIKE pattern that finds the text anywhere; % and _ in the text are escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
