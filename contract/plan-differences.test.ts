import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTranslation } from './language.ts';
import { differenceText, differenceTitle } from './plan-differences.ts';
import type { LineValue } from './plan-line-values.ts';
import type { PlanDifference } from './plans.ts';
import { spanish } from './translations/spanish.ts';

const line = { itemId: '1', title: 'Peeling paint', change: 'changed', fields: [] } as const;
const titleOf = (place: PlanDifference['place']) => differenceTitle({ ...line, title: '312', place, fields: [] });
const room = { areas: ['Guest Rooms'], building: 'B', floor: '3', room: '312A' };
const nowhere = { areas: [], building: null, floor: null, room: null };

describe('in Spanish', () => {
  beforeAll(() => setTranslation(spanish));
  afterAll(() => setTranslation(undefined));

  it.each([
    [room, 'Habitaciones de huéspedes, Edificio B, Piso 3, Habitación 312A'],
    [{ ...nowhere, areas: ['Lobby', 'Pool'] }, 'Vestíbulo, Piscina'],
    [
      { ...nowhere, areas: ['Lobby'], building: 'North Wing', room: 'behind the desk' },
      'Vestíbulo, North Wing, behind the desk',
    ],
    [nowhere, 'Toda la propiedad'],
    // As versions from before the parts were kept have it.
    ['Lobby', 'Vestíbulo'],
    ['Lobby, Room 12', 'Lobby, Room 12'],
  ])('%o is translated part by part', (place, translated) => {
    expect(titleOf(place)).toBe(`312, ${translated}`);
  });

  it.each<[LineValue, LineValue, string]>([
    [{ days: 5 }, { days: 1 }, '5 días → 1 día'],
    [{ quantity: 3, unit: 'room' }, { quantity: 1, unit: 'room' }, '3 habitaciones → 1 habitación'],
    [{ quantity: 2, unit: 'each' }, '3 rooms', '2 u. → 3 rooms'],
    ['by its phase', { daysAfterAcceptance: 12 }, 'según su fase → 12 días después de la aceptación'],
    [
      'counted',
      { found: 6, of: 10, all: 84 },
      'contado → 6 de 10 en la muestra, 84 en total: 6 ÷ 10 × 84 = 50.4, por tanto 51',
    ],
    [
      { ...nowhere, areas: ['Lobby'], floor: '1' },
      { ...nowhere, areas: ['Lobby'], room: '12' },
      'Vestíbulo, Piso 1 → Vestíbulo, Habitación 12',
    ],
    ['Soft goods', 'Finish', 'Textiles y decoración → Acabado'],
  ])('%o → %o', (from, to, text) => {
    const fields = [{ name: 'days' as const, from, to }];
    expect(differenceText({ ...line, place: null, fields })).toBe(`Days: ${text}`);
  });
});

it('in English a place reads as in a plan', () => {
  expect(titleOf(room)).toBe('312, Guest Rooms, Building B, Floor 3, Room 312A');
  expect(titleOf(null)).toBe('312');
});
