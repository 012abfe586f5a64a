import { expect, it } from 'vitest';
import { itemName, renderPlanMail, type PlanMailFacts } from './plans.mails.ts';

const facts: PlanMailFacts = {
  planId: 'x',
  email: 'robin@example.com',
  name: 'Robin Vale',
  language: null,
  property: 'Harbour Inn',
  area: null,
  item: null,
  note: null,
  version: 1,
  request: null,
};
const mailOf = (what: 'sent' | 'accepted', fields: Partial<PlanMailFacts> = {}) => {
  const { subject, text } = renderPlanMail(what, { ...facts, ...fields }, 'https://inspect.example');
  return `${subject}\n${text}`;
};

it('names the version that is sent or accepted, once there is a second', () => {
  expect(mailOf('sent')).toMatch(
    /^Plan for Harbour Inn: please review and accept\n[^]*The property improvement plan for/,
  );
  expect(mailOf('sent', { version: 2 })).toMatch(
    /^Plan for Harbour Inn, version 2: please[^]*Version 2 of the property improvement plan[^]*says what has changed/,
  );
  expect(mailOf('accepted', { version: 2 })).toMatch(
    /^Plan accepted: Harbour Inn, version 2\n[^]*accepted version 2 of/,
  );
  expect(mailOf('sent', { version: 2, language: 'es' })).toMatch(/versión 2[^]*El plan indica qué cambió/);
});

it('names an item with its place, because several have the same title', () => {
  const item = { title: 'Peeling paint', area: 'Guest Rooms', building: null, floor: null, room: '312' };
  expect(itemName(item, null)).toBe('Peeling paint (Guest Rooms, Room 312)');
  expect(itemName({ ...item, area: null, room: null }, null)).toBe('Peeling paint');
  expect(itemName({ ...item, room: null }, 'es')).toMatch(/^Pintura .+ \(Habitaciones[^)]*\)$/);
  expect(itemName({ ...item, building: 'B', floor: '3' }, 'es')).toMatch(
    / \(Habitaciones de huéspedes, Edificio B, Piso 3, Habitación 312\)$/,
  );
  expect(itemName({ ...item, area: 'Lobby, Pool', room: null }, 'es')).toMatch(/ \(Vestíbulo, Piscina\)$/);
});
