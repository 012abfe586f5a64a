import { inflateSync } from 'node:zlib';

const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;
const aligned = (length: number) => (length + 3) & ~3;

/**
 * Unpacks a WOFF 1.0 font to the SFNT inside it (https://www.w3.org/TR/WOFF/). Done once per file with the native zlib,
 * because the font library would inflate it again, in JavaScript, for every document.
 */
export function toSfnt(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font file is not WOFF 1.0');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woffHeader + index * woffEntry;
    const offset = woff.readUInt32BE(at + 4);
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
    const length = woff.readUInt32BE(at + 12);
    const data = stored.length < length ? inflateSync(stored) : stored;
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data };
  });
  const start = sfntHeader + count * sfntEntry;
  const sfnt = Buffer.alloc(start + tables.reduce((sum, { data }) => sum + aligned(data.length), 0));
  woff.copy(sfnt, 0, 4, 8);
  sfnt.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  sfnt.writeUInt16BE(2 ** power * sfntEntry, 6);
  sfnt.writeUInt16BE(power, 8);
  sfnt.writeUInt16BE((count - 2 ** power) * sfntEntry, 10);
  let offset = start;
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = sfntHeader + index * sfntEntry;
    tag.copy(sfnt, at);
    sfnt.writeUInt32BE(checksum, at + 4);
    sfnt.writeUInt32BE(offset, at + 8);
    sfnt.writeUInt32BE(data.length, at + 12);
    data.copy(sfnt, offset);
    offset += aligned(data.length);
  });
  return sfnt;
}
