import { expect, test } from 'vitest';
import { addDays, localDate } from '#contract/due-dates.ts';
import {
  appendLines,
  areaNamedIn,
  caseFormSchema,
  emptyCase,
  placesNamedIn,
} from '#web/features/cases/case-form-schema.ts';

const filled = {
  ...emptyCase,
  propertyName: 'Quay House',
  propertyAddress: '1 Long Wharf',
  propertyCity: 'Boston',
  propertyState: 'MA',
  propertyZipCode: '02110',
  ownerEmail: 'owner@example.com',
  dueDate: '2099-12-24',
};

test('an empty form names every missing field with the messages of the specification [5.case.1, 5.case.2, 5.case.3, 5.case.4, 5.case.5, 5.case.9, 5.case.12]', () => {
  const result = caseFormSchema.safeParse(emptyCase);
  const messages = Object.fromEntries(result.error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
  expect(messages).toEqual({
    propertyName: 'Property name is required',
    propertyAddress: 'Property address is required',
    propertyCity: 'City is required',
    propertyState: 'State is required',
    propertyZipCode: 'ZIP code is required',
    ownerEmail: 'Valid email is required',
    dueDate: 'Due date is required',
  });
});

test('a day before today is rejected, today is not', () => {
  const today = localDate(new Date());
  const dueIssue = (dueDate: string) => caseFormSchema.safeParse({ ...filled, dueDate }).error?.issues[0];
  expect(dueIssue(addDays(today, -1))).toMatchObject({
    path: ['dueDate'],
    message: 'Due date cannot be in the past',
  });
  expect(dueIssue(today)).toBeUndefined();
});

test('requirements are split by line, and blank lines are dropped [5.case.15]', () => {
  const { requirements } = caseFormSchema.parse({ ...filled, requirements: ' Pool gate \r\n\n  \nFire doors\n' });
  expect(requirements).toEqual(['Pool gate', 'Fire doors']);
});

test('requirements have the limits of the contract, with a message at the field', () => {
  const issueOf = (requirements: string) => caseFormSchema.safeParse({ ...filled, requirements }).error?.issues[0];
  expect(issueOf('x'.repeat(1001))).toMatchObject({
    path: ['requirements'],
    message: 'A line has at most 1000 characters',
  });
  expect(issueOf('x\n'.repeat(501))).toMatchObject({ path: ['requirements'], message: 'At most 500 requirements' });
});

test('rooms are optional, but must be positive [5.case.8]', () => {
  expect(caseFormSchema.parse(filled).totalRooms).toBeNull();
  expect(caseFormSchema.parse({ ...filled, totalRooms: '84' }).totalRooms).toBe(84);
  expect(caseFormSchema.safeParse({ ...filled, totalRooms: '0' }).success).toBe(false);
});

test('text from a file is appended on a new line [5.requirements.2]', () => {
  expect(appendLines('', 'First\n')).toBe('First');
  expect(appendLines('First\n\n', '\nSecond\nThird\n')).toBe('First\nSecond\nThird');
});

const areas = [
  { code: 'lobby', name: 'Lobby' },
  { code: 'guest_rooms', name: 'Guest Rooms' },
  { code: 'pool', name: 'Pool' },
] as const;

test.each([
  ['Guest room doors close and latch · Guest Rooms · Dec 20', 'guest_rooms'],
  ['Lobby sign shows the way to the pool · Lobby', 'lobby'],
  ['Show the pool gate', 'pool'],
  ['Guest room doors latch', 'guest_rooms'],
  ['From the lobby to the pool', null],
  ['Spooling of cables', null],
  ['Fire doors close', null],
])('the area of a requirement from a file: %s', (text, area) => {
  expect(areaNamedIn(text, areas)).toBe(area);
});

test('a file leaves the places that were chosen before', () => {
  const chosen = { area: 'lobby', photoRequired: true, dueDate: '2099-12-01' } as const;
  expect(placesNamedIn(['Pool gate', 'Pool hook', 'Doors'], { 'Pool gate': chosen }, areas)).toEqual({
    'Pool gate': chosen,
    'Pool hook': { area: 'pool', photoRequired: false, dueDate: '' },
  });
});

test('a case is due on the chosen day in every time zone', () => {
  expect(caseFormSchema.parse({ ...filled, dueDate: '2099-12-24' }).dueDate).toBe('2099-12-24');
});
