import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { readShippedModel, readShippedWeights, surfaceClassesSchema } from '../engine/builtin/surface-model.ts';
import { createDetector } from '../engine/builtin/detector.ts';
import { crossValidate, findingsIn, readWith, trainOn } from './cross-validation.ts';
import { createExampleReader, type Example, type LabelledPhoto } from './examples.ts';
import { countByCategory, figuresOf, isBetter, outcomeOf, type Figures, type Outcome } from './outcomes.rules.ts';
import type { Versions } from './versions.ts';

/** With fewer photos of either kind, figures would be chance. */
const fewestPhotos = { damaged: 10, clean: 10 } as const;
/** The newest photos are learned from; more would take hours and teach little. */
const mostPhotos = 1000;

export interface Progress {
  step: 'reading' | 'training';
  done: number;
  of: number;
}

export interface Learned {
  photos: number;
  categories: { category: FindingCategory; photos: number; wants: number }[];
  before: Figures;
  after: Figures;
  /** The number under which the new head is kept. */
  version: number;
  /** Whether it is in use from now on, because it is better. */
  switched: boolean;
}

function requireEnough(photos: readonly LabelledPhoto[]): void {
  const damaged = photos.filter(({ defects }) => defects.length > 0).length;
  const clean = photos.length - damaged;
  if (damaged >= fewestPhotos.damaged && clean >= fewestPhotos.clean) return;
  throw new Error(
    `There are ${damaged} photos with damage and ${clean} without; learning needs at least ${fewestPhotos.damaged} and ${fewestPhotos.clean}.`,
  );
}

/** How the model in use reads the photos; of those it was trained on, how heads did that were trained without them. */
async function readByCurrent(examples: readonly Example[], versions: Versions): Promise<Outcome[]> {
  const current = await versions.read();
  const known = current && (await versions.list()).find(({ number }) => number === current.number)?.outcomes;
  const model = current?.model ?? (await readShippedModel());
  const outcomes: Outcome[] = [];
  for (const example of examples) {
    const { defects, id } = example.photo;
    const read = async () => outcomeOf(findingsIn(await readWith(model, example), model.limits), defects);
    outcomes.push(known?.[id] ?? (await read()));
  }
  return outcomes;
}

/**
 * Trains a head on labelled photos, compares it with the one in use by cross-validation on these photos, keeps it, and
 * switches to it where it is better. Throws an Error with one sentence where there are too few.
 */
export async function learn(
  photos: readonly LabelledPhoto[],
  { versions, onProgress = () => undefined }: { versions: Versions; onProgress?: (progress: Progress) => void },
): Promise<Learned> {
  const used = photos.slice(0, mostPhotos);
  requireEnough(used);
  const categories = countByCategory(used);
  const shipped = await readShippedWeights();
  const added = categories.map(({ category }) => category).filter((category) => !shipped.classes.includes(category));
  const classes = surfaceClassesSchema.parse([...shipped.classes, ...added.toSorted()]);
  const scratch = join(tmpdir(), `innspect-learning-${randomUUID()}`);
  const reader = await createExampleReader(await createDetector(), classes, scratch);
  try {
    const examples: Example[] = [];
    for (const photo of used) {
      examples.push(await reader.read(photo));
      onProgress({ step: 'reading', done: examples.length, of: used.length });
    }
    const before = figuresOf(await readByCurrent(examples, versions));
    const validation = await crossValidate(examples, classes, shipped, (done, of) =>
      onProgress({ step: 'training', done, of: of + 1 }),
    );
    const after = figuresOf([...validation.outcomes.values()]);
    const version = await versions.add({
      weights: trainOn(examples, classes, shipped),
      classes,
      limits: validation.limits,
      confidence: validation.confidence,
      lesson: {
        madeAt: new Date().toISOString(),
        photos: used.length,
        categories,
        before,
        after,
        outcomes: Object.fromEntries(validation.outcomes),
      },
    });
    const switched = isBetter(after, before);
    if (switched) await versions.use(version);
    return { photos: used.length, categories, before, after, version, switched };
  } finally {
    await reader.close();
    await rm(scratch, { force: true });
  }
}
