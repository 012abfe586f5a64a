import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LearnedModel } from '../engine/builtin/builtin.ts';
import { toSurfaceModel } from '#contract/vision/surface-model.ts';

/** The file of the version in use, in a data folder; missing when the shipped head is in use. */
export const installedFile = (dataDir: string): string => join(dataDir, 'learned', 'head.json');
const fileSchema = z.object({ number: z.number().int().positive(), head: z.unknown() });

async function valueIfAbsent<T>(value: T, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return value;
    throw error;
  });
}

/** Reads the version in use from the data folder, again only when the file has changed; null for the shipped head. */
export function createInstalledReader(dataDir: string | null): () => Promise<LearnedModel> {
  if (dataDir === null) return () => Promise.resolve(null);
  const file = installedFile(dataDir);
  let last: { changedAt: number; model: Promise<LearnedModel> } | undefined;

  async function read(): Promise<LearnedModel> {
    const text = await valueIfAbsent<string | null>(null, readFile(file, 'utf8'));
    if (text === null) return null;
    const { head, number } = fileSchema.parse(JSON.parse(text));
    return { number, model: toSurfaceModel(head) };
  }
  return async () => {
    const changedAt = await valueIfAbsent(
      0,
      stat(file).then(({ mtimeMs }) => mtimeMs),
    );
    if (last?.changedAt !== changedAt) last = { changedAt, model: read() };
    return last.model;
  };
}
