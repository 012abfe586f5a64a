import type { Recording, recordingTypes } from '#contract/recordings.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';

type RecordingType = (typeof recordingTypes)[number];

export const videoUrl = (recordingId: string): string => `/api/recordings/${recordingId}/video`;
export const copyKeyOf = (recordingId: string): string => `recordings/${recordingId}/copy`;

const MB = 1024 * 1024;
/**
 * The size limit of a recording's copy. The copy has the recording's own packets, so it is only larger by the index.
 */
export const maxCopyBytes = (recordingBytes: number): number => Math.floor(recordingBytes * 1.1) + 16 * MB;

/**
 * The processor time that reading a recording may take, in milliseconds: several times what a real one takes on a slow
 * machine. A small hostile file can ask for hours.
 */
export const maxReadingMs = (recordingBytes: number): number => 10_000 + Math.ceil(recordingBytes / MB) * 250;

/** The limit for the pieces that a recording's index lists; a real piece has hundreds of bytes. */
export const maxPieces = (recordingBytes: number): number => 10_000 + Math.ceil(recordingBytes / 32);

/** The bytes from the start of a file that suffice to detect its type. */
export const headBytes = 4096;

/** Brands of the ISO base media format that mark still pictures. */
const pictureBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']);

/**
 * The type of video by the first bytes of a file, or null: WebM by its EBML header (RFC 8794) and document type, MP4
 * and QuickTime by their `ftyp` box (ISO/IEC 14496-12).
 */
export function typeOf(head: Buffer): RecordingType | null {
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) {
    // The element DocType: its id, a length of one byte, then the text.
    const at = head.indexOf(Buffer.from([0x42, 0x82]));
    const length = at < 0 ? 0 : (head[at + 2] ?? 0) & 0x7f;
    return at >= 0 && head.toString('latin1', at + 3, at + 3 + length) === 'webm' ? 'video/webm' : null;
  }
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const brand = head.toString('latin1', 8, 12);
  if (brand === 'qt  ') return 'video/quicktime';
  return pictureBrands.has(brand) ? null : 'video/mp4';
}

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range that a Range header requests (RFC 9110, 14.2). Returns `all` also for headers that a server may ignore
 * (other units, several ranges, malformed ones), and `none` when the file has no such range (416).
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return 'all';
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'none' : { start, end };
}

/** The answers for the recordings of an inspection in timeline order. Each starts where the previous one ends. */
export function toRecordings(rows: readonly RecordingRow[]): Recording[] {
  let offsetSeconds = 0;
  return rows.map((row) => {
    const recording: Recording = {
      id: row.id,
      inspectionId: row.inspectionId,
      filename: row.filename,
      contentType: row.contentType,
      size: row.size,
      durationSeconds: row.durationSeconds,
      offsetSeconds,
      startedAt: row.startedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      ready: row.preparation === 'done',
      preparation: row.preparation,
      sha256: row.sha256,
      filesDeletedAt: row.filesDeletedAt?.toISOString() ?? null,
      url: videoUrl(row.id),
    };
    offsetSeconds += row.durationSeconds;
    return recording;
  });
}
