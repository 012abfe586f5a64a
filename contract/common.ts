import { z } from 'zod';

/** An ISO 8601 UTC time with milliseconds, like every time in the contract. */
export const timestamp = z.iso.datetime();
export const id = z.uuid();
/** Chosen by the device, so that a retry after a lost answer does not repeat the change. */
export const changeId = id.optional().describe('Id of this change: the same again is answered and not made twice');
/** A decimal with two places, sent as a string so that no precision is lost. */
export const decimal = z.string().regex(/^-?\d+\.\d{2}$/);

/** Matches what a reader sees: anything but spaces, marks without a width and other invisible characters. */
const visible = /[^\p{Z}\p{C}]/u;

/** A required line of text: trimmed, with the message to show when nothing of it would be seen. */
export const requiredText = (message: string, max = 300) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((text) => visible.test(text), message);

/** An optional line of text; an empty one counts as absent. */
export const optionalText = (max = 300) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .nullish()
    .transform((value) => value || null);

/** Like optionalText, for a change: undefined keeps the value, null or an empty text removes it. */
export const changedText = (max = 300) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .nullable()
    .transform((value) => value || null)
    .optional();

/**
 * The number in a text such as `12`, as forms send it. Other values are passed on and refused by the number's schema.
 */
export const parseNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;
