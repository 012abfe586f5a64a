import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { id, requiredText } from './common.ts';
import { plural } from './texts.ts';

const fraction = z.number().min(0).max(1);
/** In fractions 0-1 of the upright picture, from its top left corner. */
const pointSchema = z.object({ x: fraction, y: fraction });
export type Point = z.infer<typeof pointSchema>;

export const maxMarks = 20;
export const maxMarkText = 60;
export const markKinds = ['arrow', 'circle', 'text'] as const;
export type MarkKind = (typeof markKinds)[number];

/** A mark that a user drew on a photo, stored as a layer beside the unchanged files. */
export const photoMarkSchema = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('arrow'), from: pointSchema, to: pointSchema }),
  z.object({ id, kind: z.literal('circle'), box: boundingBoxSchema }),
  z.object({ id, kind: z.literal('text'), at: pointSchema, text: requiredText('Enter a text', maxMarkText) }),
]);
export type PhotoMark = z.infer<typeof photoMarkSchema>;

/**
 * A change of a photo's marks. A mark is never altered, only replaced by a new one. Therefore the changes of two
 * devices merge in any order, and repeating a change has no effect.
 */
export const marksPatchSchema = z.object({
  added: z.array(photoMarkSchema).max(maxMarks).default([]),
  removed: z.array(id).max(maxMarks).default([]),
});
export type MarksPatch = z.infer<typeof marksPatchSchema>;

/** The marks after a change. */
export function changedMarks(marks: readonly PhotoMark[], { added, removed }: MarksPatch): PhotoMark[] {
  const all = new Map([...added, ...marks].map((mark) => [mark.id, mark]));
  const order = new Set([...marks, ...added].map((mark) => mark.id));
  return [...order].flatMap((markId) => (removed.includes(markId) ? [] : (all.get(markId) ?? [])));
}

/** The change that leads from one list of marks to another. */
export const marksPatch = (before: readonly PhotoMark[], after: readonly PhotoMark[]): MarksPatch => ({
  added: after.filter((mark) => !before.some((other) => other.id === mark.id)),
  removed: before.filter((mark) => !after.some((other) => other.id === mark.id)).map((mark) => mark.id),
});

/** Describes the marks in words: '2 arrows, 1 circle, "Leak here"'. */
export function marksText(marks: readonly PhotoMark[]): string {
  const counted = (['arrow', 'circle'] as const).map((kind) => ({
    kind,
    count: marks.filter((mark) => mark.kind === kind).length,
  }));
  return [
    ...counted.filter(({ count }) => count > 0).map(({ kind, count }) => plural(count, kind)),
    ...marks.flatMap((mark) => (mark.kind === 'text' ? [`"${mark.text}"`] : [])),
  ].join(', ');
}
