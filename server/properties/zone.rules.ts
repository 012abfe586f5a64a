import type { CalendarDate } from '#contract/due-dates.ts';
import type { Property } from '#contract/properties.ts';

/** Used when the address does not determine the zone. */
const unknownZone = 'UTC';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/** The time zone of most hotels in each state, by its code and its name. */
const states: readonly (readonly [code: string, name: string, zone: string])[] = [
  ['AL', 'Alabama', central],
  ['AK', 'Alaska', 'America/Anchorage'],
  ['AZ', 'Arizona', 'America/Phoenix'],
  ['AR', 'Arkansas', central],
  ['CA', 'California', pacific],
  ['CO', 'Colorado', mountain],
  ['CT', 'Connecticut', eastern],
  ['DE', 'Delaware', eastern],
  ['DC', 'District of Columbia', eastern],
  ['FL', 'Florida', eastern],
  ['GA', 'Georgia', eastern],
  ['HI', 'Hawaii', 'Pacific/Honolulu'],
  ['ID', 'Idaho', 'America/Boise'],
  ['IL', 'Illinois', central],
  ['IN', 'Indiana', 'America/Indiana/Indianapolis'],
  ['IA', 'Iowa', central],
  ['KS', 'Kansas', central],
  ['KY', 'Kentucky', eastern],
  ['LA', 'Louisiana', central],
  ['ME', 'Maine', eastern],
  ['MD', 'Maryland', eastern],
  ['MA', 'Massachusetts', eastern],
  ['MI', 'Michigan', 'America/Detroit'],
  ['MN', 'Minnesota', central],
  ['MS', 'Mississippi', central],
  ['MO', 'Missouri', central],
  ['MT', 'Montana', mountain],
  ['NE', 'Nebraska', central],
  ['NV', 'Nevada', pacific],
  ['NH', 'New Hampshire', eastern],
  ['NJ', 'New Jersey', eastern],
  ['NM', 'New Mexico', mountain],
  ['NY', 'New York', eastern],
  ['NC', 'North Carolina', eastern],
  ['ND', 'North Dakota', central],
  ['OH', 'Ohio', eastern],
  ['OK', 'Oklahoma', central],
  ['OR', 'Oregon', pacific],
  ['PA', 'Pennsylvania', eastern],
  ['RI', 'Rhode Island', eastern],
  ['SC', 'South Carolina', eastern],
  ['SD', 'South Dakota', central],
  ['TN', 'Tennessee', central],
  ['TX', 'Texas', central],
  ['UT', 'Utah', mountain],
  ['VT', 'Vermont', eastern],
  ['VA', 'Virginia', eastern],
  ['WA', 'Washington', pacific],
  ['WV', 'West Virginia', eastern],
  ['WI', 'Wisconsin', central],
  ['WY', 'Wyoming', mountain],
  ['PR', 'Puerto Rico', 'America/Puerto_Rico'],
  ['VI', 'U.S. Virgin Islands', 'America/Puerto_Rico'],
  ['GU', 'Guam', 'Pacific/Guam'],
  ['MP', 'Northern Mariana Islands', 'Pacific/Guam'],
  ['AS', 'American Samoa', 'Pacific/Pago_Pago'],
];

/** The parts of a state that are in another zone, by the first three digits of their ZIP codes. */
const exceptions: readonly (readonly [code: string, zips: readonly string[], zone: string])[] = [
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

/** Normalizes spellings such as "N.Y." and " new  york ". */
const plain = (text: string): string => text.replaceAll('.', '').trim().replaceAll(/\s+/g, ' ').toUpperCase();

const byText = new Map(
  states.flatMap((state): [string, (typeof states)[number]][] => [
    [state[0], state],
    [plain(state[1]), state],
  ]),
);

/** The code of a state that is written as its code or its name; null for any other text. */
export const stateCodeOf = (text: string): string | null => byText.get(plain(text))?.[0] ?? null;

/** The time zone of a property by its address. */
export function zoneOf({ state, zipCode }: Pick<Property, 'state' | 'zipCode'>): string {
  const found = byText.get(plain(state));
  if (!found) return unknownZone;
  const area = zipCode.trim().slice(0, 3);
  const exception = exceptions.find(([code, zips]) => code === found[0] && zips.includes(area));
  return exception?.[2] ?? found[2];
}

/** The calendar date in a time zone at a time. */
export const dateIn = (timeZone: string, time: Date): CalendarDate =>
  // The Swedish date format is that of ISO 8601.
  time.toLocaleDateString('sv-SE', { timeZone });
