import { open } from 'node:fs/promises';

/** Formats that are recognized by content; the browser's content type and the file name are ignored. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif';
export type FileFormat = PictureFormat | 'pdf';

export const mimeTypes: Record<FileFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  avif: 'image/avif',
  pdf: 'application/pdf',
};

const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const avifBrands = new Set(['avif', 'avis']);
const headBytes = 256;

const text = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end);

/** Checks the major brand first, then the compatible ones, because mif1 alone does not determine the codec. */
function formatOfBrands(head: Buffer): FileFormat | null {
  const size = Math.min(head.readUInt32BE(0), head.length);
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(text(head, at, at + 4));
  for (const brand of brands) {
    if (heifBrands.has(brand)) return 'heic';
    if (avifBrands.has(brand)) return 'avif';
  }
  return null;
}

/** The format by the first bytes of a file, or null. */
export function sniff(head: Buffer): FileFormat | null {
  if (head.length < 16) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (text(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp';
  if (text(head, 0, 5) === '%PDF-') return 'pdf';
  return text(head, 4, 8) === 'ftyp' ? formatOfBrands(head) : null;
}

/** The format of a file by its first bytes; null when it is not an accepted one. */
export async function sniffFile(path: string): Promise<FileFormat | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return sniff(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
