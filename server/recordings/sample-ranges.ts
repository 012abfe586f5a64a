import { open, type FileHandle } from 'node:fs/promises';
import { boxAt, boxesIn, findBox, type Box } from './mp4-boxes.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { maxPieces } from './recordings.rules.ts';

/** The limit for the index, which is read whole; a full day of video stays below it. */
const maxIndexBytes = 128 * 1024 * 1024;

/** The byte ranges of a file's samples. */
class Ranges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  add(start: number, length: number): void {
    this.#left -= 1;
    if (this.#left < 0) throw new UnreadableRecording('Its index lists too many pieces');
    if (length <= 0) return;
    this.#starts.push(start);
    this.#ends.push(start + length);
  }

  /** Sorted ranges do not overlap if each end is at most the next start. */
  overlap(): boolean {
    const starts = Float64Array.from(this.#starts).sort();
    const ends = Float64Array.from(this.#ends).sort();
    for (let n = 1; n < starts.length; n += 1) if ((ends[n - 1] ?? 0) > (starts[n] ?? 0)) return true;
    return false;
  }
}

/** The number of samples in a table, and the total size of `count` of them starting at `first`. */
interface Sizes {
  count: number;
  bytes(first: number, count: number): number;
}

function sizesOf(data: Buffer, table: { content: number; end: number }): Sizes | null {
  const plain = findBox(data, table, 'stsz');
  const compact = findBox(data, table, 'stz2');
  if (plain && compact) throw new UnreadableRecording('It has two tables of sizes');
  const box = plain ?? compact;
  if (!box) return null;
  const count = data.readUInt32BE(box.content + 8);
  const fixed = plain ? data.readUInt32BE(box.content + 4) : 0;
  if (fixed > 0) return { count, bytes: (_first, many) => many * fixed };
  const bits = plain ? 32 : data.readUInt8(box.content + 7);
  const at = box.content + 12;
  if (at + (count * bits) / 8 > box.end) throw new UnreadableRecording('Its table of sizes is cut off');
  const size = (n: number): number => {
    if (bits === 32) return data.readUInt32BE(at + n * 4);
    if (bits === 16) return data.readUInt16BE(at + n * 2);
    if (bits === 8) return data.readUInt8(at + n);
    return (data.readUInt8(at + (n >> 1)) >> (n % 2 === 0 ? 4 : 0)) & 0x0f;
  };
  return {
    count,
    bytes(first, many) {
      let sum = 0;
      for (let n = first; n < first + many; n += 1) sum += size(n);
      return sum;
    },
  };
}

/** Adds the chunks of one track; samples are contiguous within a chunk. */
function addChunks(ranges: Ranges, data: Buffer, table: Box): void {
  const sizes = sizesOf(data, table);
  const spread = findBox(data, table, 'stsc');
  const wide = findBox(data, table, 'co64');
  const narrow = findBox(data, table, 'stco');
  if (wide && narrow) throw new UnreadableRecording('It has two tables of offsets');
  const offsets = wide ?? narrow;
  if (!sizes || !spread || !offsets) return;
  const chunks = data.readUInt32BE(offsets.content + 4);
  const entries = data.readUInt32BE(spread.content + 4);
  const entryAt = (n: number): number => spread.content + 8 + n * 12;
  let sample = 0;
  let entry = 0;
  for (let chunk = 0; chunk < chunks && sample < sizes.count; chunk += 1) {
    while (entry + 1 < entries && data.readUInt32BE(entryAt(entry + 1)) <= chunk + 1) entry += 1;
    const many = Math.min(data.readUInt32BE(entryAt(entry) + 4), sizes.count - sample);
    const at = offsets.content + 8 + chunk * (wide ? 8 : 4);
    ranges.add(wide ? Number(data.readBigUInt64BE(at)) : data.readUInt32BE(at), sizes.bytes(sample, many));
    sample += many;
  }
}

/** The default sample sizes in fragments, by track. */
function defaultSizes(data: Buffer, movie: Box): Map<number, number> {
  const extension = findBox(data, movie, 'mvex');
  const boxes = extension ? boxesIn(data, extension.content, extension.end) : [];
  return new Map(
    boxes
      .filter(({ type }) => type === 'trex')
      .map(({ content }) => [data.readUInt32BE(content + 4), data.readUInt32BE(content + 16)]),
  );
}

/** Adds the runs of one fragment, whose data starts at the file offset `origin`. */
function addRuns(ranges: Ranges, data: Buffer, fragment: Box, origin: number, defaults: Map<number, number>): void {
  let next = origin;
  for (const { content, end } of boxesIn(data, fragment.content, fragment.end).filter(({ type }) => type === 'traf')) {
    const header = findBox(data, { content, end }, 'tfhd');
    if (!header) continue;
    const flags = data.readUInt32BE(header.content) & 0xffffff;
    let at = header.content + 8;
    let base = flags & 0x020000 ? origin : next;
    if (flags & 0x01) {
      base = Number(data.readBigUInt64BE(at));
      at += 8;
    }
    // The sample description index and the sample duration precede the size.
    at += (flags & 0x02 ? 4 : 0) + (flags & 0x08 ? 4 : 0);
    const size = flags & 0x10 ? data.readUInt32BE(at) : (defaults.get(data.readUInt32BE(header.content + 4)) ?? 0);
    next = base;
    for (const run of boxesIn(data, content, end).filter(({ type }) => type === 'trun'))
      next = addRun(ranges, data, run, { base, next, size });
  }
}

/** Adds one run and returns where it ends. */
function addRun(
  ranges: Ranges,
  data: Buffer,
  run: Box,
  { base, next, size }: { base: number; next: number; size: number },
): number {
  const flags = data.readUInt32BE(run.content) & 0xffffff;
  const count = data.readUInt32BE(run.content + 4);
  const start = flags & 0x01 ? base + data.readInt32BE(run.content + 8) : next;
  let bytes = count * size;
  if (flags & 0x200) {
    const entry = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    let at = run.content + 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0) + (flags & 0x100 ? 4 : 0);
    if (at + count * entry - (flags & 0x100 ? 4 : 0) > run.end)
      throw new UnreadableRecording('A table of its fragments is cut off');
    bytes = 0;
    for (let n = 0; n < count; n += 1, at += entry) bytes += data.readUInt32BE(at);
  }
  ranges.add(start, bytes);
  return start + bytes;
}

async function readPiece(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/**
 * Whether two samples of an MP4 or QuickTime file share bytes. No recorder writes such a file, and a table that lists
 * one sample many times would make the copy many times as large as the recording. Throws UnreadableRecording for tables
 * that are cut off or impossibly long.
 */
export async function samplesOverlap(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const ranges = new Ranges(maxPieces(size));
    let defaults: Map<number, number> | null = null;
    for (let at = 0, box = boxAt(await readPiece(file, 0, 16), 0, size); box;) {
      if (box.type === 'moov' || box.type === 'moof') {
        if (box.end - box.start > maxIndexBytes) throw new UnreadableRecording('Its index is too large');
        const data = await readPiece(file, box.start, box.end - box.start);
        const whole = { ...box, start: 0, content: box.content - box.start, end: data.length };
        if (box.type === 'moof') addRuns(ranges, data, whole, box.start, defaults ?? new Map());
        else {
          if (defaults) throw new UnreadableRecording('It has two boxes moov');
          defaults = defaultSizes(data, whole);
          for (const { type, content, end } of boxesIn(data, whole.content, whole.end)) {
            const table = type === 'trak' ? findBox(data, { content, end }, 'mdia', 'minf', 'stbl') : null;
            if (table) addChunks(ranges, data, table);
          }
        }
      }
      at = box.end;
      box = boxAt(await readPiece(file, at, 16), at, size);
    }
    return ranges.overlap();
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableRecording('A table of its index is cut off', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
}
