import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeUpright, readHeader } from '#server/analysis/picture/codec.ts';
import { makeDerivatives } from '#server/analysis/picture/derivatives.ts';
import { createProcessor, type ProcessorOptions } from '#server/analysis/processor.ts';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';

const photos = 6;
const rounds = 2;

/** Milliseconds per photo for `work` on each path in turn, after a warm-up round. */
async function time(paths: readonly string[], work: (path: string) => Promise<unknown>): Promise<number> {
  for (const path of paths) await work(path);
  const started = performance.now();
  for (let n = 0; n < rounds; n += 1) for (const path of paths) await work(path);
  return (performance.now() - started) / (paths.length * rounds);
}

/**
 * Compares the whole processing of a photo on one thread (copies, faces, quality, objects, defects) with decoding and
 * copies alone, in the same run. A ratio of 1 would mean that the analysis takes no time.
 */
export async function benchAnalysis(): Promise<{
  baselineMs: number;
  derivativesRatio: number;
  analysisRatio: number;
  photosPerSecond: number;
}> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-analysis-'));
  try {
    const paths: string[] = [];
    for (const [index, sample] of samplePictures.slice(0, photos).entries()) {
      const path = join(dir, sample.file);
      await writeFile(path, await drawSample(sample, index));
      paths.push(path);
    }
    const baselineMs = await time(paths, async (path) =>
      makeDerivatives(await decodeUpright(path, await readHeader(path), 1600)),
    );
    const work = (options: ProcessorOptions) => {
      const processor = createProcessor(options);
      return (path: string) => processor.photo(path, { analyze: true });
    };
    const plain = await time(paths, work({ engine: 'off', pictures: null, faceBlur: false, dataDir: null }));
    const full = await time(paths, work({ engine: 'builtin', pictures: null, faceBlur: true, dataDir: null }));
    return {
      baselineMs,
      derivativesRatio: plain / baselineMs,
      analysisRatio: full / baselineMs,
      photosPerSecond: 1000 / full,
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

if (import.meta.main) {
  const { analysisRatio, baselineMs, derivativesRatio, photosPerSecond } = await benchAnalysis();
  process.stdout.write(
    [
      `decode and two derivatives (baseline)   ${baselineMs.toFixed(0)} ms a photo`,
      `processing with the engine off          ${derivativesRatio.toFixed(2)} x the baseline`,
      `processing with the built-in engine     ${analysisRatio.toFixed(2)} x the baseline, ${photosPerSecond.toFixed(2)} photos a second a core`,
      '',
    ].join('\n'),
  );
}
