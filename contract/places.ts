import { z } from 'zod';
import { changedText, optionalText } from './common.ts';
import { t, type Translate } from './language.ts';
import { changedRoomSchema, roomSchema, roomText } from './rooms.ts';

/** The longest text of a building or floor. */
export const maxPlaceLength = 40;

/** Where in an area something is: building, floor, and room or place. */
export interface Place {
  building: string | null;
  floor: string | null;
  room: string | null;
}
export const placeFields = ['building', 'floor', 'room'] as const satisfies (keyof Place)[];

/** The place of something new. */
export const placeInput = {
  building: optionalText(maxPlaceLength),
  floor: optionalText(maxPlaceLength),
  room: roomSchema,
};
/** Like placeInput, for a change: undefined keeps a value, null or an empty text removes it. */
export const changedPlaceInput = {
  building: changedText(maxPlaceLength),
  floor: changedText(maxPlaceLength),
  room: changedRoomSchema,
};

const named = (value: string, name: string): string => (/^[\da-z]{1,3}$/i.test(value) ? `${name} ${value}` : value);

/** 'Building B, Floor 3, Room 312'; a bare number or letter is named, other texts stay as they are. Empty without a place. */
export const locationText = ({ building, floor, room }: Place, translate: Translate = t): string =>
  [
    building && named(building, translate('Building')),
    floor && named(floor, translate('Floor')),
    room && roomText(room, translate),
  ]
    .filter(Boolean)
    .join(', ');

/** Where the work of an item is, in parts. */
export const itemPlaceSchema = z.object({
  areas: z.array(z.string()),
  building: z.string().nullable(),
  floor: z.string().nullable(),
  room: z.string().nullable(),
});
export type ItemPlace = z.infer<typeof itemPlaceSchema>;

/** The room with its building, by which `roomNumber` tells apart rooms of the same number. */
export const roomInBuilding = ({ building, room }: Pick<Place, 'building' | 'room'>): string | null =>
  building && room ? `Building ${building.replace(/^(building|bldg|tower|wing)\b\.?\s*/i, '')}, ${room}` : room;
