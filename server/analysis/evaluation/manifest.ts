import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategories, type FindingCategory } from '#contract/finding-categories.ts';

/** Names that photo archives use for our categories. */
const synonyms: Record<string, FindingCategory> = {
  rust: 'corrosion',
  pothole: 'floor_damage',
  spalling: 'spall',
  mold: 'mould',
};

const categorySchema = z.string().transform((name, context): FindingCategory => {
  const category = synonyms[name] ?? findingCategories.find((each) => each === name);
  if (category) return category;
  context.addIssue({ code: 'custom', message: `'${name}' is no category of a finding` });
  return z.NEVER;
});

const boxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([x, y, width, height]): BoundingBox => ({ x, y, width, height }));

/** The purpose of a photo in the archive. The last three kinds are photos on which nothing can be recognized. */
export const photoKinds = ['clean', 'defect', 'objects', 'blurred', 'dark', 'overexposed'] as const;
export type PhotoKind = (typeof photoKinds)[number];

const labeledPhotoSchema = z.object({
  file: z.string().min(1),
  kind: z.enum(photoKinds),
  defects: z.array(z.object({ class: categorySchema, box: boxSchema })).default([]),
  /** Objects by their names in the COCO data set; an empty list means that objects were not labeled. */
  objects: z.array(z.string()).default([]),
});

export type LabeledPhoto = z.infer<typeof labeledPhotoSchema> & { path: string };

/**
 * Reads the labeled photos of a manifest, a JSON list stored beside the photos. Throws an Error with a readable
 * message.
 */
export async function readManifest(file: string): Promise<LabeledPhoto[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read.`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
  const parsed = z.array(labeledPhotoSchema).safeParse(content);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new Error(`${file} is not a manifest: ${problem?.path.join('.')}: ${problem?.message}.`);
  }
  return parsed.data.map((photo) => ({ ...photo, path: join(dirname(file), photo.file) }));
}
