import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LearnedModel } from '../engine/builtin/builtin.ts';
import { encodeHead, type HeadWeights } from '../engine/builtin/head.ts';
import { readSurfaceModel, type ConfidenceScale, type Limits } from '../engine/builtin/surface-model.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';

const outcomeSchema = z.object({
  isDamaged: z.boolean(),
  found: z.boolean(),
  rightClass: z.boolean(),
  rightPlace: z.boolean(),
});
const figuresSchema = z.object({
  damaged: z.number(),
  found: z.number(),
  rightClass: z.number(),
  rightPlace: z.number(),
  clean: z.number(),
  falseAlarms: z.number(),
});
const lessonSchema = z.object({
  madeAt: z.string(),
  photos: z.number(),
  categories: z.array(z.object({ category: z.string(), photos: z.number(), wants: z.number() })),
  /** Of the model in use until then, and of this one, on the same photos, none of them seen by the head that read it. */
  before: figuresSchema,
  after: figuresSchema,
  /** By photo id, so that a later version can be compared on photos that this one was not trained on. */
  outcomes: z.record(z.string(), outcomeSchema),
});
export type Lesson = z.output<typeof lessonSchema>;

export interface NewVersion {
  weights: HeadWeights;
  classes: readonly ['none', ...FindingCategory[]];
  limits: Limits;
  confidence: ConfidenceScale;
  lesson: Lesson;
}

const currentSchema = z.object({ number: z.number().int().positive().nullable() });

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

async function absentAs<T>(value: T, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isAbsent(error)) return value;
    throw error;
  });
}

/** Written beside and then renamed, so that a reader sees the old file or the new one. */
async function replaceFile(file: string, content: object): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, `${JSON.stringify(content)}\n`, { flush: true });
  await rename(draft, file);
}

/** The heads that an installation has learned, every one kept, in the folder `learned` of its data. */
export function createVersions(dataDir: string) {
  const folder = join(dataDir, 'learned');
  const fileOf = (number: number): string => join(folder, `${number}.json`);
  const currentFile = join(folder, 'current.json');

  async function numbers(): Promise<number[]> {
    const names = await absentAs<string[]>([], readdir(folder));
    return names
      .map((name) => /^(\d+)\.json$/.exec(name)?.[1])
      .filter((text) => text !== undefined)
      .map(Number)
      .toSorted((a, b) => a - b);
  }

  /** The number of the version in use; null for the head that ships. */
  async function currentNumber(): Promise<number | null> {
    const text = await absentAs<string | null>(null, readFile(currentFile, 'utf8'));
    return text === null ? null : currentSchema.parse(JSON.parse(text)).number;
  }

  return {
    currentNumber,
    async list(): Promise<({ number: number } & Lesson)[]> {
      const lessons = (await numbers()).map(async (number) => {
        const { lesson } = z.object({ lesson: lessonSchema }).parse(JSON.parse(await readFile(fileOf(number), 'utf8')));
        return { number, ...lesson };
      });
      return Promise.all(lessons);
    },
    /** Keeps a version; it is not in use before `use`. */
    async add({ weights, classes, limits, confidence, lesson }: NewVersion): Promise<number> {
      await mkdir(folder, { recursive: true });
      const number = ((await numbers()).at(-1) ?? 0) + 1;
      await replaceFile(fileOf(number), { ...encodeHead(weights), classes, limits, confidence, lesson });
      return number;
    },
    /** Null goes back to the head that ships. Throws where there is no such version. */
    async use(number: number | null): Promise<void> {
      if (number !== null && !(await numbers()).includes(number)) throw new Error(`There is no version ${number}.`);
      await mkdir(folder, { recursive: true });
      await replaceFile(currentFile, { number });
    },
    async read(): Promise<LearnedModel> {
      const number = await currentNumber();
      return number === null ? null : { number, model: await readSurfaceModel(fileOf(number)) };
    },
    /** Changes whenever another version may be in use. */
    async changedAt(): Promise<number> {
      return absentAs(
        0,
        stat(currentFile).then(({ mtimeMs }) => mtimeMs),
      );
    },
  };
}
export type Versions = ReturnType<typeof createVersions>;

/** Reads the version in use, anew only when it may have changed. */
export function createLearnedReader(dataDir: string | null): () => Promise<LearnedModel> {
  if (dataDir === null) return () => Promise.resolve(null);
  const versions = createVersions(dataDir);
  let last: { changedAt: number; model: Promise<LearnedModel> } | undefined;
  return async () => {
    const changedAt = await versions.changedAt();
    if (last?.changedAt !== changedAt) last = { changedAt, model: versions.read() };
    return last.model;
  };
}
