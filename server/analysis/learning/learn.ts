import { rm } from 'node:fs/promises';
import type { FindingCategory } from '#contract/finding-categories.ts';
import type { learningSteps } from '#contract/learning.ts';
import type { TrainingRecord, Outcome } from '#server/schema/learning.tables.ts';
import { createDetector } from '../engine/builtin/detector.ts';
import { encodeHead } from '../engine/builtin/head.ts';
import { surfaceClassesSchema, toSurfaceModel, type StoredModel } from '#contract/vision/surface-model.ts';
import { readShipped, weightsOf } from '../engine/builtin/surface-model.ts';
import { crossValidate, findingsIn, folds, readWith, trainOn } from './cross-validation.ts';
import { createExampleReader, type Example, type LabeledPhoto } from './examples.ts';
import { compareByCategory, figuresOf, isBetter, outcomeOf, tooFewPhotos } from './outcomes.rules.ts';

export interface Progress {
  step: (typeof learningSteps)[number];
  done: number;
  total: number;
}

/** The model from which training starts, and the one with which its result is compared. */
export interface StartingPoint {
  /** The categories that the photos show. */
  categories: FindingCategory[];
  /** The stored model from which to continue; null for the shipped head. */
  base: unknown;
  /** The model in use, and its outcomes on the photos on which it was trained; null for the shipped head. */
  current: { model: unknown; outcomes: Record<string, Outcome> } | null;
  /** The path of a temporary file, deleted when the learning ends. */
  scratch: string;
}

export interface Learned {
  model: StoredModel;
  trainingRecord: TrainingRecord;
  /** Whether it reads the photos better than the model in use. */
  isBetter: boolean;
}

/**
 * The outcome of the model in use on each photo; for photos on which it was trained, that of heads trained without
 * them.
 */
async function readByCurrent(
  examples: readonly Example[],
  current: StartingPoint['current'],
): Promise<Map<string, Outcome>> {
  const model = toSurfaceModel(current?.model ?? (await readShipped()));
  const outcomes = new Map<string, Outcome>();
  for (const example of examples) {
    const { defects, id } = example.photo;
    const read = async () => outcomeOf(findingsIn(await readWith(model, example), model.limits), defects);
    const earlier = current?.outcomes[id];
    // Use the earlier outcome only if users' verdicts about the photo have not changed since.
    outcomes.set(id, earlier?.isDamaged === defects.length > 0 ? earlier : await read());
  }
  return outcomes;
}

/** Reads photos one by one, then trains a head on them and compares it with the one in use. */
export async function createLearning({ base, categories, current, scratch }: StartingPoint) {
  const start = weightsOf(base ?? (await readShipped()));
  const added = categories.filter((category) => !start.classes.includes(category));
  const classes = surfaceClassesSchema.parse([...start.classes, ...added.toSorted()]);
  const reader = await createExampleReader(await createDetector(), classes, scratch);
  const examples: Example[] = [];
  return {
    async read(photo: LabeledPhoto): Promise<void> {
      examples.push(await reader.read(photo));
    },
    /** Throws an Error with a readable message when too few photos could be read. */
    async finish(onProgress: (progress: Progress) => void): Promise<Learned> {
      const photos = examples.map(({ photo }) => photo);
      const tooFew = tooFewPhotos(photos);
      if (tooFew) throw new Error(tooFew);
      // The last training is the one on all photos.
      const train = (done: number) => onProgress({ step: 'training', done, total: folds + 1 });
      train(0);
      const known = await readByCurrent(examples, current);
      const validation = await crossValidate(examples, classes, start, train);
      const [before, after] = [known, validation.outcomes].map((outcomes) => figuresOf([...outcomes.values()])) as [
        TrainingRecord['before'],
        TrainingRecord['after'],
      ];
      const weights = trainOn(examples, classes, start);
      const { confidence, limits } = validation;
      return {
        model: { ...encodeHead(weights), classes: [...classes], limits, confidence },
        trainingRecord: {
          photos: examples.length,
          categories: compareByCategory(photos, known, validation.outcomes),
          before,
          after,
          outcomes: Object.fromEntries(validation.outcomes),
        },
        isBetter: isBetter(after, before),
      };
    },
    async close(): Promise<void> {
      await reader.close();
      await rm(scratch, { force: true });
    },
  };
}
