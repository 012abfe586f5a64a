import { access, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { featureDepth, gridSize } from '#contract/vision/grid.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import type { BoundingBox } from '#contract/analysis.ts';

/** A view of a picture whose numbers were kept. */
export interface CellRow {
  name: string;
  /** The folds whose sources it shows; none for what is in no fold. */
  sources: number[];
  /** The class of each cell, where it is learned from. */
  labels?: Uint8Array | undefined;
  /** The part of the picture that the engine reads, where it is measured with. */
  part?: BoundingBox | undefined;
  /** What the detector saw, with the first part. */
  objects?: FoundObject[] | undefined;
}

const bytesInView = gridSize * gridSize * featureDepth * Float16Array.BYTES_PER_ELEMENT;
const numbersFile = (folder: string, name: string): string => join(folder, `${name}.f16`);
const rowsFile = (folder: string, name: string): string => join(folder, `${name}.json`);

/** Whether the file was made to its end. */
export const hasCells = (folder: string, name: string): Promise<boolean> =>
  access(rowsFile(folder, name)).then(
    () => true,
    () => false,
  );

/** Keeps the numbers of views in half precision, since they do not fit into memory. */
export async function createCellFile(folder: string, name: string) {
  const file = await open(numbersFile(folder, name), 'w');
  const rows: object[] = [];
  return {
    async add(features: Float32Array, row: CellRow): Promise<void> {
      await file.write(new Uint8Array(new Float16Array(features).buffer));
      rows.push({ ...row, labels: row.labels && Buffer.from(row.labels).toString('base64') });
    },
    async close(): Promise<void> {
      await file.close();
      const unfinished = `${rowsFile(folder, name)}.new`;
      await writeFile(unfinished, JSON.stringify(rows));
      await rename(unfinished, rowsFile(folder, name));
    },
  };
}

const rowSchema = z.object({
  name: z.string(),
  sources: z.array(z.number()),
  labels: z
    .base64()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .optional(),
  part: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  objects: z.array(z.custom<FoundObject>()).optional(),
});

/** Views one after another. */
export async function* readCells(folder: string, name: string): AsyncGenerator<CellRow & { features: Float32Array }> {
  const rows = z.array(rowSchema).parse(JSON.parse(await readFile(rowsFile(folder, name), 'utf8')));
  const file = await open(numbersFile(folder, name));
  try {
    for (const [n, row] of rows.entries()) {
      const bytes = new Uint8Array(bytesInView);
      await file.read(bytes, 0, bytesInView, n * bytesInView);
      yield { ...row, features: new Float32Array(new Float16Array(bytes.buffer)) };
    }
  } finally {
    await file.close();
  }
}
