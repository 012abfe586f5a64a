import { crc32 } from 'node:zlib';

/*
 * A ZIP archive whose entries are stored as they are, since pictures are compressed already (PKWARE APPNOTE 6.3). Sizes
 * and checksums follow each entry, so that nothing is read twice; the directory is in the form for archives beyond 4 GB.
 */

export interface ZipEntry {
  name: string;
  /** Less than 4 GB. */
  data: AsyncIterable<Buffer> | Iterable<Buffer>;
}
interface Written {
  name: Buffer;
  crc: number;
  size: number;
  offset: number;
}

/** Sizes follow the data (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808;
const version = 45;
const largest32 = 0xffffffff;

/** Little-endian numbers, each with its width in bytes. */
function bytesOf(...fields: [width: 2 | 4 | 8, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      if (width === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, width);
      return field;
    }),
  );
}

/** Time and date in the form of MS-DOS, in UTC. */
function dosTime(at: Date): [time: number, date: number] {
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}

function directoryEntry({ name, crc, size, offset }: Written, [time, date]: [number, number]): Buffer {
  const head = bytesOf(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flags],
    [2, 0],
    [2, time],
    [2, date],
    [4, crc],
    [4, size],
    [4, size],
    [2, name.length],
    [2, 12],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, largest32],
  );
  return Buffer.concat([head, name, bytesOf([2, 1], [2, 8], [8, offset])]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  return bytesOf(
    [4, 0x06064b50],
    [8, 44],
    [2, version],
    [2, version],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    [4, 0x07064b50],
    [4, 0],
    [8, offset + size],
    [4, 1],
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(size, largest32)],
    [4, largest32],
    [2, 0],
  );
}

/** The bytes of an archive, one piece after another. */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer, void> {
  const [time, date] = dosTime(at);
  const written: Written[] = [];
  let position = 0;
  const counted = (piece: Buffer): Buffer => {
    position += piece.length;
    return piece;
  };
  for await (const { data, name: text } of entries) {
    const [name, offset] = [Buffer.from(text, 'utf8'), position];
    const head = bytesOf(
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, 0],
      [2, time],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    );
    yield counted(Buffer.concat([head, name]));
    let [crc, size] = [0, 0];
    for await (const piece of data) {
      crc = crc32(piece, crc);
      size += piece.length;
      if (size >= largest32) throw new Error(`${text} is too large for an archive.`);
      yield counted(piece);
    }
    yield counted(bytesOf([4, 0x08074b50], [4, crc], [4, size], [4, size]));
    written.push({ name, crc, size, offset });
  }
  const start = position;
  for (const entry of written) yield counted(directoryEntry(entry, [time, date]));
  yield endOf(written.length, position - start, start);
}
