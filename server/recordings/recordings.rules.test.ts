import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { walk } from '#test/factories.ts';
import { rangeOf, typeOf } from './recordings.rules.ts';

const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}0000`)]);
const ebml = (doctype: string) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | doctype.length]),
    Buffer.from(doctype),
  ]);

test.each([
  ["a browser's WebM", walk.webm, 'video/webm'],
  ["a browser's MP4", walk.mp4, 'video/mp4'],
  ['WebM', ebml('webm'), 'video/webm'],
  ['QuickTime', box('qt  '), 'video/quicktime'],
  ['MP4 of a phone', box('mp42'), 'video/mp4'],
  ['Matroska', ebml('matroska'), null],
  ['HEIC', box('heic'), null],
  ['AVIF', box('avif'), null],
  ['EBML without a type', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0]), null],
  ['AVI', Buffer.from('RIFF0000AVI LIST'), null],
  ['text', Buffer.from('webm, honestly'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s is recognized by its first bytes', (_name, head, type) => {
  expect(typeOf(head.subarray(0, 4096))).toBe(type);
});

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=20-10', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['bytes=-', 'all'],
    ['items=0-1', 'all'],
    ['', 'all'],
    [undefined, 'all'],
  ])('%s of 100', (header, range) => {
    expect(rangeOf(header, 100)).toEqual(range);
  });

  it('always lies within the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 1000 }), fc.boolean(), (first, last, size, suffix) => {
        const range = rangeOf(suffix ? `bytes=-${last}` : `bytes=${first}-${last}`, size);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThan(size);
        expect(range.start).toBeLessThanOrEqual(range.end);
      }),
    );
  });
});
