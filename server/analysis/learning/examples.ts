import { open, type FileHandle } from 'node:fs/promises';
import type { BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { viewsOf, type View } from '../engine/builtin/defects.ts';
import type { Detector } from '../engine/builtin/detector.ts';
import { featureDepth, gridSize, inputSize } from '#contract/vision/grid.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import { decodeUpright, fromPixels, readHeader, resample, type Pixels } from '../picture/codec.ts';
import { previewSize } from '../picture/sizes.ts';
import { createRandom, shuffled } from '../random.rules.ts';
import { labelCells, undecided, type LabeledBox } from './cells.rules.ts';

/** A photo that users have judged: every damaged place in it has a box; without damage there is none. */
export interface LabeledPhoto {
  /** The photo's SHA-256, which identifies it whatever its source. */
  id: string;
  path: string;
  defects: LabeledBox[];
  /** Places that nobody has judged or about which users disagree; nothing is learned from them. */
  unknown: BoundingBox[];
}

/** Some cells of a photo for training. */
export interface TrainingCells {
  /** Cells x featureDepth. */
  features: Float32Array;
  labels: Uint8Array;
}

export interface Example {
  photo: LabeledPhoto;
  cells: TrainingCells[];
  objects: FoundObject[];
  /** A small copy for measuring colors. */
  pixels: Pixels;
  /** The engine's views of the photo, read from the scratch file. */
  views(): Promise<View[]>;
}

/** The maximum number of cells taken from one view, because neighbors are alike and more would add little. */
const cellsKept = { damaged: 120, sound: 90 } as const;
const cropShare = 0.7;
const whole: BoundingBox = { x: 0, y: 0, width: 1, height: 1 };
const viewBytes = gridSize * gridSize * featureDepth * Float32Array.BYTES_PER_ELEMENT;

/** Stores features of views in a scratch file, because those of a thousand photos do not fit into memory. */
async function createScratch(file: string) {
  const handle: FileHandle = await open(file, 'w+');
  let end = 0;
  return {
    async add({ part, features }: View): Promise<() => Promise<View>> {
      const at = end;
      end += viewBytes;
      await handle.write(new Uint8Array(features.buffer, features.byteOffset, viewBytes), 0, viewBytes, at);
      return async () => {
        const bytes = new Uint8Array(viewBytes);
        await handle.read(bytes, 0, viewBytes, at);
        return { part, features: new Float32Array(bytes.buffer) };
      };
    },
    close: () => handle.close(),
  };
}

async function mirrored(pixels: Pixels): Promise<Pixels> {
  return { ...pixels, data: await fromPixels(pixels).flop().raw().toBuffer() };
}

const mirroredBox = (box: BoundingBox): BoundingBox => ({ ...box, x: 1 - box.x - box.width });

/** Random damaged and sound cells, at most `most` of each. */
export function sampleCells(
  features: Float32Array,
  all: Uint8Array,
  most: { damaged: number; sound: number },
  random: () => number,
): TrainingCells {
  const order = shuffled([...all.keys()], random);
  const damaged = order.filter((n) => all[n] !== 0 && all[n] !== undecided).slice(0, most.damaged);
  const kept = [...damaged, ...order.filter((n) => all[n] === 0).slice(0, most.sound)];
  const cells = new Float32Array(kept.length * featureDepth);
  for (const [at, n] of kept.entries()) {
    cells.set(features.subarray(n * featureDepth, (n + 1) * featureDepth), at * featureDepth);
  }
  return { features: cells, labels: Uint8Array.from(kept, (n) => all[n] ?? 0) };
}

export interface ExampleReader {
  read(photo: LabeledPhoto): Promise<Example>;
  close(): Promise<void>;
}

/** Reads photos as the engine does, and again mirrored and cropped, to double the examples. */
export async function createExampleReader(
  detector: Detector,
  classes: readonly ['none', ...FindingCategory[]],
  scratchFile: string,
): Promise<ExampleReader> {
  const scratch = await createScratch(scratchFile);
  const random = createRandom(11);
  const sample = ({ features, part }: View, { defects, unknown }: Pick<LabeledPhoto, 'defects' | 'unknown'>) =>
    sampleCells(features, labelCells(part, defects, classes, unknown), cellsKept, random);

  return {
    async read(photo) {
      const pixels = await decodeUpright(photo.path, await readHeader(photo.path), previewSize);
      const { features, objects } = await detector.detect(pixels);
      const views = await viewsOf(pixels, features, detector.readFeatures);
      const small = await resample(pixels, inputSize, inputSize);
      const flipped = { part: whole, features: await detector.readFeatures(await mirrored(small)) };
      const crop = {
        x: random() * (1 - cropShare),
        y: random() * (1 - cropShare),
        width: cropShare,
        height: cropShare,
      };
      const cropped = await resample(pixels, inputSize, inputSize, {
        left: Math.floor(crop.x * pixels.width),
        top: Math.floor(crop.y * pixels.height),
        width: Math.max(1, Math.floor(cropShare * pixels.width)),
        height: Math.max(1, Math.floor(cropShare * pixels.height)),
      });
      const mirroredPhoto = {
        defects: photo.defects.map(({ box, category }) => ({ category, box: mirroredBox(box) })),
        unknown: photo.unknown.map(mirroredBox),
      };
      const cells = [
        ...views.map((view) => sample(view, photo)),
        sample(flipped, mirroredPhoto),
        sample({ part: crop, features: await detector.readFeatures(cropped) }, photo),
      ];
      const stored = await Promise.all(views.map(scratch.add));
      return { photo, cells, objects, pixels: small, views: () => Promise.all(stored.map((load) => load())) };
    },
    close: scratch.close,
  };
}
