/** Money is counted in whole cents; the database and the contract hold it as text with two decimals. */
export type Cents = number;

export const toCents = (amount: string | number): Cents => Math.round(Number(amount) * 100);

export const toDecimal = (cents: Cents): string => (cents / 100).toFixed(2);

/** A share of an amount, rounded to the cent. `percent` is 12 for 12 %. */
export const percentOf = (cents: Cents, percent: number): Cents => Math.round((cents * percent) / 100);

/** Half-way between the two ends of a range: what a catalogue line typically costs. */
export const middle = (low: Cents, high: Cents): Cents => Math.round((low + high) / 2);
