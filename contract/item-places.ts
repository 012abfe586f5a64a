import { t, textOf, type Translate } from './language.ts';
import { locationText, type ItemPlace, type Place } from './places.ts';

/** The areas that an item names, of 'Lobby, Pool'. */
const areasOf = (area: string | null): string[] => area?.split(', ') ?? [];

/** The areas as in 'Lobby, Pool', in the language of the reader. */
export const areaText = (area: string, translate: Translate = t): string =>
  areasOf(area)
    .map((name) => translate(name))
    .join(', ');

export const placeOfItem = ({ area, building, floor, room }: Place & { area: string | null }): ItemPlace => ({
  areas: areasOf(area),
  building,
  floor,
  room,
});

/** 'Guest Rooms, Building B, Room 312'. */
export const itemPlaceText = ({ areas, ...place }: ItemPlace, translate: Translate = t): string =>
  [...areas.map((name) => translate(name)), locationText(place, translate)].filter(Boolean).join(', ') ||
  translate(textOf('Whole property'));
