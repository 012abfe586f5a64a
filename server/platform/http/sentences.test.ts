import { expect, test } from 'vitest';
import { z } from 'zod';
import { sentenceOf } from './sentences.ts';

const schema = z.object({
  text: z.string().min(2).max(3),
  list: z.array(z.int()).min(1).max(2),
  id: z.uuid(),
  day: z.iso.date(),
  time: z.iso.datetime(),
  code: z.string().regex(/^\d$/),
  flag: z.boolean(),
  part: z.record(z.string(), z.unknown()),
  more: z.number().gt(0).lt(10),
  always: z.literal(true),
  either: z.union([z.string(), z.number()]),
  form: z.union([
    z.string(),
    z.object({ area: z.enum(['lobby', 'pool']), own: z.string({ error: 'Choose one' }).optional() }),
  ]),
  own: z.string({ error: 'Choose one' }),
});
const fine = {
  text: 'ab',
  list: [1],
  id: '7d3b6364-e51a-45e1-9525-1d6f08402662',
  day: '2026-01-31',
  time: '2026-01-31T09:30:00Z',
  code: '1',
  flag: true,
  part: {},
  more: 1,
  always: true,
  either: 1,
  form: 'x',
  own: 'x',
};
const firstOf = (input: unknown) => schema.safeParse(input, { error: sentenceOf }).error?.issues[0]?.message;

test('a valid input has no sentence', () => expect(firstOf(fine)).toBeUndefined());

test.each<[Record<string, unknown>, string]>([
  [{ text: undefined }, 'text is required'],
  [{ text: 5 }, 'text must be a text'],
  [{ text: 'a' }, 'text must have at least 2 characters'],
  [{ text: 'abcd' }, 'text must have at most 3 characters'],
  [{ list: {} }, 'list must be a list'],
  [{ list: [] }, 'list must have at least 1 entry'],
  [{ list: [1, 2, 3] }, 'list must have at most 2 entries'],
  [{ list: [1, 'a'] }, 'list.1 must be a number'],
  [{ list: [1.5] }, 'list.0 must be a whole number'],
  [{ id: 'x' }, 'id must be an id (a UUID)'],
  [{ day: '2026-02-30' }, 'day must be a day like 2026-01-31'],
  [{ time: '2026-01-31' }, 'time must be a time in UTC like 2026-01-31T09:30:00Z'],
  [{ code: 'x' }, 'code does not have the right form'],
  [{ flag: 'true' }, 'flag must be true or false'],
  [{ part: 5 }, 'part must be an object'],
  [{ more: 0 }, 'more must be more than 0'],
  [{ more: 10 }, 'more must be less than 10'],
  [{ always: false }, 'always must be true'],
  [{ either: true }, 'either does not have any of the forms that it may have'],
  [{ form: { area: 'attic' } }, 'form.area must be one of lobby, pool'],
  [{ form: { area: 'pool', own: 5 } }, 'Choose one'],
  [{ form: 5 }, 'form does not have any of the forms that it may have'],
  [{ own: 5 }, 'Choose one'],
])('%o: %s', (wrong, sentence) => expect(firstOf({ ...fine, ...wrong })).toBe(sentence));

test('an input that is not an object', () => expect(firstOf(null)).toBe('What was sent must be an object'));
