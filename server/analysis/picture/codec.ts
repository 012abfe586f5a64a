import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { photoLimits } from '#contract/photos.ts';
import { PhotoRejected } from '../analysis.errors.ts';
import { sniffFile } from './formats.ts';
import type { PictureFormat } from './formats.ts';
import { decodeHeic } from './heic.ts';

/** Upright 8-bit RGB, row by row, without padding. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

// Each loader is a parser that a hostile file could attack, so only the needed ones are enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((name) => [
    `VipsForeignLoad${name}File`,
    `VipsForeignLoad${name}Buffer`,
  ]),
});
sharp.cache(false);

const strict = { failOn: 'error', limitInputPixels: photoLimits.pixels, sequentialRead: true } as const;

export interface PictureHeader {
  format: PictureFormat;
  /** Of the upright picture. */
  width: number;
  height: number;
}

/** Reads format and upright size from the header alone; rejects other types, unreadable headers and too many pixels. */
export async function readHeader(path: string): Promise<PictureHeader> {
  const format = await sniffFile(path);
  if (!format || format === 'pdf') throw new PhotoRejected('unsupported_type');
  let metadata;
  try {
    metadata = await sharp(path, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch (error) {
    throw new PhotoRejected('unreadable', error);
  }
  const { width, height } = format === 'heic' ? metadata : metadata.autoOrient;
  if (!width || !height) throw new PhotoRejected('unreadable');
  if (width * height > photoLimits.pixels) throw new PhotoRejected('too_many_pixels');
  return { format, width, height };
}

async function source(path: string, format: PictureFormat): Promise<Sharp> {
  if (format !== 'heic') return sharp(path, strict).autoOrient();
  const { data, width, height } = await decodeHeic(await readFile(path));
  if (width * height > photoLimits.pixels) throw new PhotoRejected('too_many_pixels');
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/**
 * Decodes the whole file once: upright, at most `longest` pixels on its longer side, transparency on white. Rejects
 * with PhotoRejected('unreadable') when any part of the file is missing or damaged.
 */
export async function decodeUpright(path: string, header: PictureHeader, longest: number): Promise<Pixels> {
  try {
    const picture = await source(path, header.format);
    const { data, info } = await picture
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`Expected 3 channels, got ${info.channels}`);
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof PhotoRejected ? error : new PhotoRejected('unreadable', error);
  }
}

/** A sharp instance for decoded pixels. */
export function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A part of a picture, resized to width x height without keeping its proportions. */
export async function resample(
  pixels: Pixels,
  width: number,
  height: number,
  part?: { left: number; top: number; width: number; height: number },
): Promise<Pixels> {
  const picture = part ? fromPixels(pixels).extract(part) : fromPixels(pixels);
  const data = await picture.resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
  return { data, width, height };
}
