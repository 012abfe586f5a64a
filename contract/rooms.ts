import { optionalText, changedText } from './common.ts';
import { t, textOf, type Translate } from './language.ts';

/** The longest text of a room or place. */
export const maxRoomLength = 80;

/** A room number, or a place in words such as 'Building B, north wall'. */
export const roomSchema = optionalText(maxRoomLength);
/** Like roomSchema, for a change: undefined keeps the value, an empty text removes it. */
export const changedRoomSchema = changedText(maxRoomLength);

const building = /\b(?:building|bldg|tower|wing)\.?\s+([a-z0-9]+)/;
const floor = /\b(?:floor|level)\s+\w+|\b\w+\s+floor\b/g;
const label = /\b(?:guest\s*room|room|rm|suite|unit|number|no)\b\.?|#/g;
const number = /(?:^|[^a-z0-9])([a-z]{0,2}-?\d+(?:[a-z](?![a-z0-9])| [a-z]$)?)/;

/**
 * The normalized number that identifies a guest room: 'Room 312', ' 312 ' and '#312' are 312. A number is unique within
 * its building. Null when the text contains no room number.
 */
export function roomNumber(text: string | null | undefined): string | null {
  const words = (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const inBuilding = building.exec(words)?.[1];
  const rest = words.replace(building, ' ').replaceAll(floor, ' ').replaceAll(label, ' ').trim();
  const found = number
    .exec(rest)?.[1]
    ?.replaceAll(/[ -]/g, '')
    .replace(/^([a-z]*)0+(?=\d)/, '$1');
  if (!found) return null;
  return `${inBuilding ? `${inBuilding} ` : ''}${found}`.toUpperCase();
}

/** The displayed text of a room: 'Room 312' for a bare number, other texts unchanged. */
export const roomText = (room: string, translate: Translate = t): string =>
  /^#?\s*\d+\s*[a-z]?$/i.test(room) ? translate(textOf('Room {room}'), { room: room.replace(/^#\s*/, '') }) : room;

/** Why the severity was raised by one class; null if it was not. */
export const raisedText = ({ raisedRooms }: { raisedRooms: readonly string[] }): string | null =>
  raisedRooms.length > 0 ? t('Raised: also in rooms {rooms}', { rooms: raisedRooms.join(', ') }) : null;
