import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { printOfPreview } from '../server/analysis/picture/derivatives.ts';
import { createDocumentWriter } from '../server/plans/export/document-writer.ts';
import { picturesOf } from '../server/plans/export/pictures.ts';
import { samplePlan, type SampleItem } from '../server/plans/export/sample.test-data.ts';

const photos = 80;
const severities = ['critical', 'high', 'medium', 'low'] as const;

/** A preview like those in the store: 1600 x 1200, WebP, with textures like those of rooms. */
const preview = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .blur(2)
    .webp({ quality: 80 })
    .toBuffer();

const items = Array.from({ length: photos }, (_, index): SampleItem => ({
  title: `Worn carpet, corridor ${index + 1}`,
  description: 'Worn along the walls and by the elevator; the backing shows in several places.',
  category: 'carpet_wear',
  severity: severities[index % severities.length] ?? 'low',
  low: 900,
  high: 2000,
  daysOnSite: 1,
  photoId: `${index}`,
  boundingBox: { x: 0.1, y: 0.2, width: 0.3, height: 0.3 },
}));

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await work(), performance.now() - start];
}

/**
 * Prints a plan of 80 photos as PDF, as the product does. The baseline is decoding its previews one after another, the
 * minimum work for any document with these photos. Returns the figures of the second document of a process: the ratios,
 * how long it kept other work waiting at most, and the memory of the process at the end, its threads included.
 */
export async function benchPapers() {
  const plan = samplePlan(items);
  const picture = await preview();
  const print = await printOfPreview(picture);
  const source = { printOf: () => Promise.resolve(print), evidenceOf: () => Promise.resolve(new Map()) };
  const documents = createDocumentWriter();
  const paper = async () => {
    const ids = plan.items.map(({ photoId }) => photoId);
    const shown = { plan, facts: null, photos: await picturesOf(source, ids), furtherPhotos: new Map(), evidence: [] };
    return timed(() => documents.write({ kind: 'plan', zone: 'UTC', paper: { ...shown, logo: null } }));
  };
  await paper();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [[pdf, setMs], totalMs] = await timed(paper);
  delay.disable();
  const memoryMb = process.memoryUsage.rss() / 1e6;
  await documents.close();
  // Last, because its decoded pictures would count as memory of the documents.
  const [, baselineMs] = await timed(async () => {
    for (let index = 0; index < photos; index += 1) await sharp(picture).raw().toBuffer();
  });
  return {
    baselineMs,
    totalRatio: totalMs / baselineMs,
    setRatio: setMs / baselineMs,
    totalMs,
    longestWaitMs: delay.max / 1e6,
    megabytes: pdf.length / 1e6,
    memoryMb,
  };
}
