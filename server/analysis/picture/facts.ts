import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import ExifReader from 'exifreader';
import { PhotoRejected } from '../analysis.errors.ts';
import { decodeUpright, readHeader } from './codec.ts';
import { mimeTypes, sniffFile } from './formats.ts';
import type { FileFormat } from './formats.ts';

/** The facts of an uploaded file. Sizes are pixels of the upright picture; those of a PDF are read separately. */
export interface PhotoFacts {
  format: FileFormat;
  mimeType: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  /** The EXIF time as ISO 8601 UTC; without a recorded zone, UTC is assumed. */
  takenAt: string | null;
  location: { latitude: number; longitude: number } | null;
}

/** The size to which the decoding check decodes; JPEG and WebP decode faster at a reduced size. */
const checkSize = 64;

/**
 * Reads a whole file: type by content, size, decodability, hash, EXIF time and location. Throws PhotoRejected
 * (unsupported_type, too_many_pixels, unreadable). A PDF is accepted only with allowPdf, and not read here.
 */
export async function inspect(path: string, options: { allowPdf?: boolean } = {}): Promise<PhotoFacts> {
  const format = await sniffFile(path);
  if (!format) throw new PhotoRejected(options.allowPdf ? 'neither' : 'unsupported_type');
  if (format === 'pdf' && !options.allowPdf) throw new PhotoRejected('pdf_elsewhere');
  if (format === 'pdf') {
    const hashed = await hashOf(path);
    return { format, mimeType: mimeTypes.pdf, ...hashed, width: null, height: null, takenAt: null, location: null };
  }
  const header = await readHeader(path);
  await decodeUpright(path, header, checkSize);
  const [hashed, exif] = await Promise.all([hashOf(path), readExif(path)]);
  return { format, mimeType: mimeTypes[format], ...hashed, width: header.width, height: header.height, ...exif };
}

async function hashOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  await pipeline(stream, hash);
  return { sha256: hash.digest('hex'), bytes: stream.bytesRead };
}

type Exif = Pick<PhotoFacts, 'takenAt' | 'location'>;

async function readExif(path: string): Promise<Exif> {
  try {
    const tags = ExifReader.load(await readFile(path), { expanded: true });
    const time = tags.exif?.DateTimeOriginal?.description ?? tags.exif?.DateTimeDigitized?.description;
    const zone = tags.exif?.OffsetTimeOriginal?.description ?? tags.exif?.OffsetTime?.description;
    return { takenAt: parseExifTime(time, zone), location: parsePlace(tags.gps?.Latitude, tags.gps?.Longitude) };
  } catch {
    // A readable picture is accepted even if its metadata is broken.
    return { takenAt: null, location: null };
  }
}

/** Converts '2026:03:04 05:06:07' and '+02:00' (or nothing) to ISO 8601 UTC; null for an invalid date. */
export function parseExifTime(time: string | undefined, zone: string | undefined): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d)[ T](\d\d:\d\d:\d\d)/.exec(time ?? '');
  if (!parts) return null;
  const offset = zone && /^[+-]\d\d:\d\d$/.test(zone) ? zone : 'Z';
  const date = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function parsePlace(latitude: number | undefined, longitude: number | undefined): Exif['location'] {
  if (latitude === undefined || longitude === undefined) return null;
  const inside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Phones without a GPS fix write exactly 0, 0, a place in the sea.
  return inside && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}
