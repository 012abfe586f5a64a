import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTranslation } from './language.ts';
import { differenceText, differenceTitle } from './plan-differences.ts';
import { spanish } from './translations/spanish.ts';

const line = { itemId: '1', title: 'Peeling paint', change: 'changed', fields: [] } as const;
const titleOf = (place: string | null) => differenceTitle({ ...line, title: '312', place, fields: [] });

describe('in Spanish', () => {
  beforeAll(() => setTranslation(spanish));
  afterAll(() => setTranslation(undefined));

  it.each([
    ['Guest Rooms, Building B, Floor 3, Room 312', 'Habitaciones de huéspedes, Edificio B, Piso 3, Habitación 312'],
    ['Lobby, Pool', 'Vestíbulo, Piscina'],
    ['Lobby, North Wing, behind the desk', 'Vestíbulo, North Wing, behind the desk'],
    ['Whole property', 'Toda la propiedad'],
  ])('%s is translated part by part', (place, translated) => {
    expect(titleOf(place)).toBe(`312, ${translated}`);
  });

  it('the values of a change are translated as its title is', () => {
    const fields = [
      { name: 'place' as const, from: 'Lobby, Floor 1', to: 'Lobby, Room 12' },
      { name: 'class' as const, from: 'Soft goods', to: 'Finish' },
    ];
    const text = differenceText({ ...line, place: null, fields });
    expect(text).toContain('Vestíbulo, Piso 1 → Vestíbulo, Habitación 12');
    expect(text).not.toMatch(/Soft goods|Finish/);
  });
});

it('in English a place stays as it was frozen', () => {
  const place = 'Guest Rooms, Building B, Floor 3, Room 312A';
  expect(titleOf(place)).toBe(`312, ${place}`);
  expect(titleOf(null)).toBe('312');
});
