import { createRequire } from 'node:module';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: HeifTarget, done: (result: HeifTarget | null) => void): void;
  free(): void;
}
interface HeifTarget {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
interface HeifLibrary {
  HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
}

const require = createRequire(import.meta.url);
let library: HeifLibrary | undefined;

/**
 * The pixels of a HEIC file's main picture, RGBA and upright: the container's own rotation is applied here. Needed
 * because sharp's prebuilt binary has no HEVC decoder. Runs in WebAssembly; call it in a worker, after the size is
 * checked.
 */
export async function decodeHeic(file: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  library ??= require('libheif-js/wasm-bundle') as HeifLibrary;
  const images = new library.HeifDecoder().decode(file);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new Error('No picture in the file');
  try {
    const width = image.get_width();
    const height = image.get_height();
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    await new Promise<void>((resolve, reject) => {
      image.display(target, (result) => (result ? resolve() : reject(new Error('The picture could not be decoded'))));
    });
    return { data: Buffer.from(target.data.buffer), width, height };
  } finally {
    for (const each of images) each.free();
  }
}
