import type { CalendarDate } from '#contract/due-dates.ts';
import type { Property } from '#contract/properties.ts';
import { stateCodeOf, type StateCode } from '#contract/us-states.ts';

/** Used when the address does not determine the zone. */
const unknownZone = 'UTC';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/** The time zone of most hotels in each state, by its code. */
const zones: Record<StateCode, string> = {
  AL: central,
  AK: 'America/Anchorage',
  AZ: 'America/Phoenix',
  AR: central,
  CA: pacific,
  CO: mountain,
  CT: eastern,
  DE: eastern,
  DC: eastern,
  FL: eastern,
  GA: eastern,
  HI: 'Pacific/Honolulu',
  ID: 'America/Boise',
  IL: central,
  IN: 'America/Indiana/Indianapolis',
  IA: central,
  KS: central,
  KY: eastern,
  LA: central,
  ME: eastern,
  MD: eastern,
  MA: eastern,
  MI: 'America/Detroit',
  MN: central,
  MS: central,
  MO: central,
  MT: mountain,
  NE: central,
  NV: pacific,
  NH: eastern,
  NJ: eastern,
  NM: mountain,
  NY: eastern,
  NC: eastern,
  ND: central,
  OH: eastern,
  OK: central,
  OR: pacific,
  PA: eastern,
  RI: eastern,
  SC: eastern,
  SD: central,
  TN: central,
  TX: central,
  UT: mountain,
  VT: eastern,
  VA: eastern,
  WA: pacific,
  WV: eastern,
  WI: central,
  WY: mountain,
  PR: 'America/Puerto_Rico',
  VI: 'America/Puerto_Rico',
  GU: 'Pacific/Guam',
  MP: 'Pacific/Guam',
  AS: 'Pacific/Pago_Pago',
};

/** The parts of a state that are in another zone, by the first three digits of their ZIP codes. */
const exceptions: readonly (readonly [code: StateCode, zips: readonly string[], zone: string])[] = [
  // Panama City and Pensacola.
  ['FL', ['324', '325'], central],
  // Lewiston and Coeur d'Alene.
  ['ID', ['835', '838'], pacific],
  // Gary and Evansville.
  ['IN', ['463', '464', '476', '477'], central],
  // Paducah, Bowling Green and Owensboro.
  ['KY', ['420', '421', '422', '423', '424'], central],
  // Scottsbluff.
  ['NE', ['693'], mountain],
  // Rapid City.
  ['SD', ['577'], mountain],
  // Chattanooga, Johnson City and Knoxville.
  ['TN', ['374', '376', '377', '378', '379'], eastern],
  // El Paso.
  ['TX', ['798', '799', '885'], mountain],
];

/** The time zone of a property by its address. */
export function zoneOf({ state, zipCode }: Pick<Property, 'state' | 'zipCode'>): string {
  const found = stateCodeOf(state);
  if (!found) return unknownZone;
  const area = zipCode.trim().slice(0, 3);
  const exception = exceptions.find(([code, zips]) => code === found && zips.includes(area));
  return exception?.[2] ?? zones[found];
}

/** The calendar date in a time zone at a time. */
export const dateIn = (timeZone: string, time: Date): CalendarDate =>
  // The Swedish date format is that of ISO 8601.
  time.toLocaleDateString('sv-SE', { timeZone });
