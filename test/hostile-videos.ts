import { boxesIn, findBox, type Box } from '#server/recordings/mp4-boxes.ts';

/** A box of an MP4 file. */
function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(bytes.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, bytes]);
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};

/** The boxes within a box, each replaced by the result of `change`. */
function rewrite(file: Buffer, within: Box, change: (each: Box) => Buffer | null): Buffer {
  const children = boxesIn(file, within.content, within.end);
  return Buffer.concat(children.map((each) => change(each) ?? file.subarray(each.start, each.end)));
}

/**
 * An MP4 with these tables of its video, made for the offset of its data, which follow the tables. `mp4` has its tables
 * after the data, like the server's copies.
 */
function withTables(mp4: Buffer, tablesFor: (dataAt: number) => Buffer[], data: Buffer): Buffer {
  const whole = { type: '', start: 0, content: 0, end: mp4.length };
  const movie = findBox(mp4, whole, 'moov');
  if (!movie || movie.end !== mp4.length) throw new Error('The tables are not at the end of the file');
  const isVideo = (track: Box): boolean => {
    const handler = findBox(mp4, track, 'mdia', 'hdlr');
    return handler !== null && mp4.toString('latin1', handler.content + 8, handler.content + 12) === 'vide';
  };
  const tables = (dataAt: number) => (table: Box) => {
    const kept = boxesIn(mp4, table.content, table.end).find(({ type }) => type === 'stsd');
    if (!kept) throw new Error('The video has no description');
    return box('stbl', mp4.subarray(kept.start, kept.end), ...tablesFor(dataAt));
  };
  const made = (dataAt: number): Buffer => {
    const into =
      (path: string[], change: (each: Box) => Buffer) =>
      (each: Box): Buffer | null => {
        if (each.type !== path[0]) return null;
        return path.length === 1 ? change(each) : box(each.type, rewrite(mp4, each, into(path.slice(1), change)));
      };
    const tracks = rewrite(mp4, movie, (each) =>
      each.type === 'trak' && isVideo(each)
        ? box('trak', rewrite(mp4, each, into(['mdia', 'minf', 'stbl'], tables(dataAt))))
        : null,
    );
    return Buffer.concat([mp4.subarray(0, movie.start), box('moov', tracks)]);
  };
  // The length of the tables does not depend on the offsets in them.
  return Buffer.concat([made(made(0).length + 8), box('mdat', data)]);
}

interface Samples {
  count: number;
  bytes: number;
}

/** The tables of `count` samples in chunks of their own at these offsets. */
const tablesOf = ({ count, bytes }: Samples, offsetOf: (sample: number) => number): Buffer[] => [
  box('stts', numbers(0, 1, count, 1000)),
  box('stsc', numbers(0, 1, 1, 1, 1)),
  box('stsz', numbers(0, bytes, count)),
  box('stco', numbers(0, count, ...Array.from({ length: count }, (_, sample) => offsetOf(sample)))),
];

/** An MP4 whose video has `count` samples, all of which are the same `bytes` bytes of the file. */
export const oneSampleManyTimes = (mp4: Buffer, samples: Samples): Buffer =>
  withTables(mp4, (dataAt) => tablesOf(samples, () => dataAt), Buffer.alloc(samples.bytes, 7));

/** An MP4 whose samples lie side by side by its first table of sizes, and overlap by a second one. */
export const secondSizes = (mp4: Buffer, first: Samples, second: Samples): Buffer =>
  withTables(
    mp4,
    (dataAt) => [
      ...tablesOf(first, (sample) => dataAt + sample * first.bytes),
      box('stsz', numbers(0, second.bytes, second.count)),
    ],
    Buffer.alloc(first.count * first.bytes + second.bytes, 7),
  );

/** An MP4 whose video has `count` samples of no bytes. */
export const emptySamples = (mp4: Buffer, count: number): Buffer =>
  withTables(
    mp4,
    (dataAt) => [
      box('stts', numbers(0, 1, count, 1)),
      box('stsc', numbers(0, 1, 1, count, 1)),
      box('stsz', numbers(0, 0, count), Buffer.alloc(count * 4)),
      box('stco', numbers(0, 1, dataAt)),
    ],
    Buffer.alloc(16),
  );

/** The offset of the first box of this type anywhere in the file. */
function findAnywhere(mp4: Buffer, type: string): number {
  const at = mp4.indexOf(type, 0, 'latin1');
  if (at < 0) throw new Error(`The file has no box ${type}`);
  return at + 4;
}

/** A fragmented MP4, as a browser records it, whose first run starts `bytes` bytes after the start of its data. */
export function shiftedRun(mp4: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(mp4);
  const offset = findAnywhere(changed, 'trun') + 8;
  changed.writeInt32BE(changed.readInt32BE(offset) + bytes, offset);
  return changed;
}

/** A fragmented MP4 whose first run has four billion samples, all of the default size. */
export function endlessRun(mp4: Buffer): Buffer {
  const changed = Buffer.from(mp4);
  const run = findAnywhere(changed, 'trun');
  changed.writeUInt32BE(0, run);
  changed.writeUInt32BE(0xffff_ffff, run + 4);
  return changed;
}

/** An element of a WebM file, with its length in eight bytes. */
function element(id: number[], content: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeUInt32BE(content.length, 4);
  length[0] = 1;
  return Buffer.concat([Buffer.from(id), length, content]);
}

const tracksId = Buffer.from([0x16, 0x54, 0xae, 0x6b]);

/**
 * A WebM that declares `bytes` bytes as the beginning of every frame and stores them once (RFC 9559,
 * ContentCompSettings). `webm` must be recorded by a browser, with one-byte lengths of the tracks.
 */
export function oneHeaderForAll(webm: Buffer, bytes: number): Buffer {
  const at = webm.indexOf(tracksId);
  const length = (webm[at + 4] ?? 0) & 0x7f;
  const first = at + 5;
  if (at < 0 || webm[first] !== 0xae) throw new Error('The tracks are not where a browser has them');
  const entries: Buffer[] = [];
  for (let from = first; from < first + length;) {
    const end = from + 2 + ((webm[from + 1] ?? 0) & 0x7f);
    const entry = webm.subarray(from + 2, end);
    const compression = element(
      [0x50, 0x34],
      Buffer.concat([element([0x42, 0x54], Buffer.from([3])), element([0x42, 0x55], Buffer.alloc(bytes))]),
    );
    const encodings = element([0x6d, 0x80], element([0x62, 0x40], compression));
    const isVideo = entry.includes(Buffer.from([0x83, 0x81, 0x01]));
    entries.push(element([0xae], isVideo ? Buffer.concat([entry, encodings]) : entry));
    from = end;
  }
  const tracks = element([...tracksId], Buffer.concat(entries));
  return Buffer.concat([webm.subarray(0, at), tracks, webm.subarray(first + length)]);
}
