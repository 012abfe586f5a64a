import sharp from 'sharp';
import { printOfPreview } from '../server/analysis/picture/derivatives.ts';
import { timesIn } from '#server/plans/export/times.ts';
import { picturesOf } from '../server/plans/export/pictures.ts';
import { toPdf } from '../server/plans/export/pdf.ts';
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
 * Prints a plan of 80 photos as PDF. The baseline is decoding its previews one after another, the minimum work for any
 * document with these photos. Returns the ratios for the second document of a process, and the memory of the process at
 * the end.
 */
export async function benchPapers() {
  const plan = samplePlan(items);
  const picture = await preview();
  const print = await printOfPreview(picture);
  const source = { printOf: () => Promise.resolve(print), evidenceOf: () => Promise.resolve(new Map()) };
  const paper = async () => {
    const ids = plan.items.map(({ photoId }) => photoId);
    const pictures = await picturesOf(source, ids);
    return timed(() =>
      toPdf({
        plan,
        facts: null,
        photos: pictures,
        furtherPhotos: new Map(),
        evidence: [],
        logo: null,
        times: timesIn('UTC'),
      }),
    );
  };
  await paper();
  const [, baselineMs] = await timed(async () => {
    for (let index = 0; index < photos; index += 1) await sharp(picture).raw().toBuffer();
  });
  const [[pdf, setMs], totalMs] = await timed(paper);
  return {
    baselineMs,
    totalRatio: totalMs / baselineMs,
    setRatio: setMs / baselineMs,
    totalMs,
    megabytes: pdf.length / 1e6,
    memoryMb: process.memoryUsage.rss() / 1e6,
  };
}
