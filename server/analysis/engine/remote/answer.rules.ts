import { z } from 'zod';
import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategorySchema, severitySchema } from '#contract/finding-categories.ts';
import { boxInPhoto, readBox, type BoxForm } from './boxes.rules.ts';
import type { RemoteReading, SentPicture } from './reader.ts';

const maxFindings = 20;
const maxNames = 60;
const maxDescriptionLength = 200;

const numbers = z.array(z.number()).nullish();
const boxes = { box_2d: numbers, bbox_2d: numbers, box: numbers };
export const nameSchema = z.string().transform((name) => plain(name).toLowerCase());
const answerSchema = z.object({
  findings: z.array(
    z.object({
      category: findingCategorySchema,
      severity: severitySchema,
      confidence: z.number(),
      description: z.string().nullish(),
      ...boxes,
    }),
  ),
  objects: z.array(z.object({ name: nameSchema, confidence: z.number(), ...boxes })).default([]),
  labels: z.array(z.object({ name: nameSchema, confidence: z.number() })).default([]),
});
type Answer = z.output<typeof answerSchema>;

/** A model's text as one line of plain characters. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A sign on a wall could try to reach the report's readers, so text with contact details is left out. */
const contactDetails = /https?:|www\.|@|[\d(][\d\s().-]{6,}\d|\b\w+\.(?:com|net|org|io|info|biz)\b/i;

export function readDescription(text: string | null | undefined): string | undefined {
  // Cutting may leave half of a character, which the database refuses, so the line is cleaned again.
  const line = plain(plain(text ?? '').slice(0, maxDescriptionLength));
  return line === '' || contactDetails.test(line) ? undefined : line;
}

/** Accepts names of objects and scenes, but not whole sentences. */
const isNamed = ({ name }: { name: string }): boolean => /^[\p{L}\d][\p{L}\d '/&-]{0,39}$/u.test(name);

/** The items with a valid name, up to a useful number. */
export const withValidNames = <Item extends { name: string }>(items: readonly Item[]): Item[] =>
  items.filter(isNamed).slice(0, maxNames);

/** Some models answer in fractions although percentages are requested. */
function percentOf(values: readonly number[]): (value: number) => number {
  const factor = values.length > 0 && values.every((value) => value >= 0 && value <= 1) ? 100 : 1;
  return (value) => Math.round(Math.min(100, Math.max(0, value * factor)));
}

/** The JSON object in a text, which may be in a code fence, follow a model's thoughts, or be the whole text. */
function jsonIn(text: string): unknown {
  const rest = text.replace(/^[\s\S]*<\/think>/i, '');
  const [from, to] = [rest.indexOf('{'), rest.lastIndexOf('}')];
  if (from < 0 || to < from) throw new SyntaxError('There is no JSON object in it.');
  return JSON.parse(rest.slice(from, to + 1));
}

export type ParsedAnswer = { answer: Answer } | { fault: string };

/** The answer in a model's text, or its fault in words that are sent back to the model. */
export function parseAnswer(text: string): ParsedAnswer {
  let json: unknown;
  try {
    json = jsonIn(text);
  } catch {
    return { fault: 'it is not one JSON object.' };
  }
  const parsed = answerSchema.safeParse(json);
  if (parsed.success) return { answer: parsed.data };
  const [issue] = parsed.error.issues;
  return { fault: `${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'not of the form'}.` };
}

/**
 * Converts an answer about a picture to a reading of the photo. An unusable box is left out, and its finding is kept.
 */
export function readingOf(answer: Answer, form: BoxForm, picture: SentPicture): RemoteReading {
  const boxOf = (item: Partial<Record<BoxForm['key'], number[] | null>>): { boundingBox?: BoundingBox } => {
    const box = readBox(item[form.key] ?? [], form, picture);
    const boundingBox = box && boxInPhoto(box, picture.part);
    return boundingBox ? { boundingBox } : {};
  };
  const { findings, labels, objects } = answer;
  const percent = percentOf([...findings, ...labels, ...objects].map(({ confidence }) => confidence));
  return {
    findings: findings.slice(0, maxFindings).map((finding) => {
      const description = readDescription(finding.description);
      return {
        category: finding.category,
        severity: finding.severity,
        confidence: percent(finding.confidence),
        ...(description ? { description } : {}),
        ...boxOf(finding),
      };
    }),
    objects: withValidNames(objects).map((object) => ({
      name: object.name,
      confidence: percent(object.confidence),
      ...boxOf(object),
    })),
    labels: withValidNames(labels).map(({ confidence, name }) => ({ name, confidence: percent(confidence) })),
  };
}
