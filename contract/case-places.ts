import { z } from 'zod';
import { requiredText, id } from './common.ts';
import { caseStatuses } from './cases.ts';
import { propertyTypes } from './property-types.ts';

/** A place for which a case can be opened without typing it: a property, or the property of a case that waits. */
export const casePlaceSchema = z.object({
  propertyName: z.string(),
  propertyAddress: z.string(),
  propertyCity: z.string(),
  propertyState: z.string(),
  propertyZipCode: z.string(),
  propertyType: z.enum(propertyTypes),
  brandStandard: z.string().nullable(),
  totalRooms: z.number().int().nullable(),
  /** Null when the property has no owner who can be written to. */
  ownerEmail: z.string().nullable(),
  ownerName: z.string().nullable(),
  /** The newest case of the property that is pending or in progress. */
  openCase: z.object({ id, caseNumber: z.string(), status: z.enum(caseStatuses), dueDate: z.iso.date() }).nullable(),
});
export type CasePlace = z.infer<typeof casePlaceSchema>;
export const casePlacesQuery = z.object({
  q: requiredText('Send a part of the name or the address', 200),
  /** Only places with this ZIP code. */
  zipCode: z.string().trim().max(20).optional(),
});
export const casePlacesSchema = z.object({ places: z.array(casePlaceSchema) });

interface Place {
  propertyName: string;
  propertyAddress: string;
  propertyZipCode: string;
}
const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@.]+/gu, ' ')
    .trim();

/** Equal for cases at one property, ignoring letter case, spaces and punctuation. */
export const samePlaceKey = ({ propertyName, propertyAddress, propertyZipCode }: Place): string =>
  JSON.stringify([propertyName, propertyAddress, propertyZipCode].map(sameWords));

/** Equal for properties at one address, whatever their names. */
export const sameAddressKey = ({ propertyAddress, propertyZipCode }: Omit<Place, 'propertyName'>): string =>
  JSON.stringify([propertyAddress, propertyZipCode].map(sameWords));

/** Equal for cases of one owner at one property. */
export const sameCaseKey = (place: Place & { ownerEmail: string }): string =>
  JSON.stringify([sameWords(place.ownerEmail), samePlaceKey(place)]);
