import type { z } from 'zod';
import { plural } from '#contract/texts.ts';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const forms: Record<string, string> = {
  uuid: 'an id (a UUID)',
  date: 'a day like 2026-01-31',
  datetime: 'a time in UTC like 2026-01-31T09:30:00Z',
};

function limitOf(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `have %s ${plural(Number(limit), 'character')}`;
  if (origin === 'array') return `have %s ${plural(Number(limit), 'entry', 'entries')}`;
  return `be %s ${limit}`;
}

/**
 * The message for an invalid input whose schema has no text of its own: one sentence that names the field. For other
 * kinds of errors the library's message is used.
 */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.length ? issue.path.join('.') : 'What was sent';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.path?.length) return `${name} is required`;
      return `${name} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `${name} must ${limitOf(issue.origin, issue.minimum).replace('%s', issue.inclusive === false ? 'more than' : 'at least')}`;
    case 'too_big':
      return `${name} must ${limitOf(issue.origin, issue.maximum).replace('%s', issue.inclusive === false ? 'less than' : 'at most')}`;
    case 'invalid_format':
      return forms[issue.format] ? `${name} must be ${forms[issue.format]}` : `${name} does not have the right form`;
    case 'invalid_value':
      return `${name} must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_union': {
      // What is wrong inside of the form that was meant; in the others the kind of the whole is wrong.
      const [inside] = issue.errors.find((form) => form.every(({ path }) => path.length > 0)) ?? [];
      if (inside)
        return inside.message.startsWith(inside.path.join('.')) ? `${name}.${inside.message}` : inside.message;
      return `${name} does not have any of the forms that it may have`;
    }
    default:
      return undefined;
  }
}
