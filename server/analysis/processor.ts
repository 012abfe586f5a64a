import type { LocalEngineName } from '#contract/app-config.ts';
import type { BoundingBox } from '#contract/analysis.ts';
import { PhotoRejected } from './analysis.errors.ts';
import { createBuiltinEngine } from './engine/builtin/builtin.ts';
import { createDetector } from './engine/builtin/detector.ts';
import { createFaceFinder } from './engine/builtin/faces.ts';
import type { AnalysisEngine, EnginePicture, Reading } from './engine/port.ts';
import { detailSize, isLarge, pictureOfWhole, picturesOfParts } from './engine/remote/pictures.ts';
import type { SentPicture } from './engine/remote/reader.ts';
import { createInstalledReader } from './learning/installed-file.ts';
import { decodeUpright, readHeader, type PictureHeader, type Pixels } from './picture/codec.ts';
import { blurFaces, makeDerivatives, makePrint } from './picture/derivatives.ts';
import { judgeQuality, measureQuality } from './picture/quality.ts';
import { previewSize } from './picture/sizes.ts';

export interface ProcessorOptions {
  engine: LocalEngineName;
  /** Which pictures of a photo are made for a model service, if there is one. */
  pictures: 'whole' | 'parts' | null;
  faceBlur: boolean;
  /** The path of the learned version in use; null uses the engine as shipped. */
  dataDir: string | null;
}

/**
 * A processed photo. Width and height are those of the upright original; the reading is null when none was requested.
 */
export interface ProcessedPhoto {
  reading: Reading | null;
  /** The pictures for a model service, if one is to read the photo. */
  pictures: SentPicture[];
  thumbnail: Uint8Array;
  preview: Uint8Array;
  print: Uint8Array;
  width: number;
  height: number;
  /** The number of faces found; 0 when blurring is switched off. */
  faces: number;
}

/** The engine's reading of a picture, null with engine 'off', and the size of the upright picture. */
export interface PictureReading {
  reading: Reading | null;
  width: number;
  height: number;
}

export interface Processor {
  /** Analyzes a photo and makes its copies from a single decode. */
  photo(path: string, options: { analyze: boolean }): Promise<ProcessedPhoto>;
  /** Makes copies of a document's page. It is not analyzed, because the engines are made for photographs. */
  page(pixels: Pixels): Promise<ProcessedPhoto>;
  /** The engine's reading alone, without copies. Rejects a picture with a longer side than `maxSide` pixels. */
  analyze(path: string, maxSide?: number): Promise<PictureReading>;
}

/** Calls `make` once and returns the same promise from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Models are loaded with the first picture that needs them. */
export function createProcessor(options: ProcessorOptions): Processor {
  const detector = once(createDetector);
  const faceFinder = once(createFaceFinder);
  const engines: Record<LocalEngineName, () => Promise<AnalysisEngine | null>> = {
    builtin: async () => createBuiltinEngine(await detector(), createInstalledReader(options.dataDir)),
    off: () => Promise.resolve(null),
  };
  const engine = once(engines[options.engine]);

  /** Runs the detector even with the engine off, because small faces are found within the people that it detects. */
  async function findFaces(pixels: Pixels): Promise<BoundingBox[]> {
    const { objects } = await (await detector()).detect(pixels);
    const people = objects.filter(({ name }) => name === 'person');
    return (await faceFinder())(pixels, people);
  }

  type Copies = Omit<ProcessedPhoto, 'reading' | 'pictures'>;
  async function share({ pixels, width, height }: EnginePicture, faces: readonly BoundingBox[]): Promise<Copies> {
    const shared = await blurFaces(pixels, faces);
    return { ...(await makeDerivatives(shared)), print: await makePrint(shared), width, height, faces: faces.length };
  }

  async function decode(path: string): Promise<EnginePicture & { header: PictureHeader }> {
    const header = await readHeader(path);
    const pixels = await decodeUpright(path, header, previewSize);
    return { pixels, width: header.width, height: header.height, header };
  }
  async function readingOf(picture: EnginePicture): Promise<Reading | null> {
    const chosen = await engine();
    return chosen && runEngine(picture, chosen);
  }

  /** Faces are blurred in these pictures whatever the setting for shared copies is. */
  async function picturesOf(
    path: string,
    { header, pixels }: EnginePicture & { header: PictureHeader },
    faces: readonly BoundingBox[],
  ): Promise<SentPicture[]> {
    const pictures = [await pictureOfWhole(await blurFaces(pixels, faces))];
    if (options.pictures !== 'parts' || !isLarge(header)) return pictures;
    const detailed = await decodeUpright(path, header, detailSize);
    return [...pictures, ...(await picturesOfParts(await blurFaces(detailed, faces)))];
  }

  return {
    async photo(path, { analyze }) {
      const picture = await decode(path);
      const reading = analyze ? await readingOf(picture) : null;
      const sends = reading !== null && options.pictures !== null;
      const faces = options.faceBlur || sends ? await findFaces(picture.pixels) : [];
      const pictures = sends ? await picturesOf(path, picture, faces) : [];
      return { reading, pictures, ...(await share(picture, options.faceBlur ? faces : [])) };
    },
    async analyze(path, maxSide = Infinity) {
      const { width, height } = await readHeader(path);
      if (Math.max(width, height) > maxSide) throw new PhotoRejected('frame_too_large');
      const picture = await decode(path);
      return { reading: await readingOf(picture), width: picture.width, height: picture.height };
    },
    async page(pixels) {
      const { width, height } = pixels;
      const faces = options.faceBlur ? await findFaces(pixels) : [];
      return { reading: null, pictures: [], ...(await share({ pixels, width, height }, faces)) };
    },
  };
}

async function runEngine(picture: EnginePicture, engine: AnalysisEngine): Promise<Reading> {
  const started = performance.now();
  const [result, measures] = await Promise.all([engine.analyze(picture, {}), measureQuality(picture.pixels)]);
  const imageQuality = judgeQuality(measures, picture);
  return { engine: engine.name, result, imageQuality, durationMs: performance.now() - started };
}
