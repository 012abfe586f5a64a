import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analysisSchema } from '#contract/analysis.ts';
import { samplePicture } from '#test/sample-pictures.ts';
import { createAnalyzer } from './analyzer.service.ts';
import type { Analyzer } from './analyzer.service.ts';
import { assemble } from './assembly.ts';
import type { RemoteEngine } from './engine/remote/remote-engine.ts';
import { defectsOfPhoto } from './extents.rules.ts';
import { scoreFindings } from './scoring.rules.ts';

let dir: string;
let analyzer: Analyzer;
const paths = new Map<string, string>();
const drawn = ['back-of-house-mould.jpg', 'guest-room-king.jpg', 'exterior-column.jpg'];
const photo = (file: string): string => paths.get(file) ?? join(dir, file);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'analyzer-'));
  for (const file of drawn) {
    paths.set(file, join(dir, file));
    await writeFile(photo(file), await samplePicture(file));
  }
  analyzer = createAnalyzer({ workers: 1 });
});
afterAll(async () => {
  await analyzer.close();
  await rm(dir, { recursive: true });
});

describe('the built-in engine', () => {
  test('finds mold at its place [decisions.analysis.1]', async () => {
    const { analysis, faces } = await analyzer.process(photo('back-of-house-mould.jpg'));
    const parsed = analysisSchema.parse(analysis);
    expect(faces).toBe(0);
    expect(parsed.engine.name).toBe('builtin');
    const mould = parsed.detectedIssues.find((issue) => issue.category === 'mould');
    expect(mould?.boundingBox?.x).toBeLessThan(0.5);
    expect((mould?.boundingBox?.x ?? 0) + (mould?.boundingBox?.width ?? 0)).toBeGreaterThan(0.5);
    expect(mould?.recommendedAction).toMatch(/\.$/);
    expect(parsed.complianceScore).toEqual(scoreFindings(defectsOfPhoto(parsed.detectedIssues)));
    expect(parsed.complianceScore?.safety).toBeLessThan(100);
  });

  test('finds nothing in a tidy room, and labels it as a bedroom, indoors', async () => {
    const { analysis } = await analyzer.process(photo('guest-room-king.jpg'));
    expect(analysis?.detectedIssues).toEqual([]);
    expect(analysis?.complianceScore?.overall).toBe(100);
    expect(analysis?.objects.map((each) => each.name)).toContain('bed');
    expect(analysis?.labels.map((each) => each.name)).toEqual(
      expect.arrayContaining(['bedroom', 'indoors', 'painted wall', 'textile']),
    );
    expect(analysis?.imageQuality).toEqual({ usable: true, reasons: [] });
  });

  test.each([
    ['black', 0, 'too_dark'],
    ['white', 255, 'too_bright'],
  ])('gives no score to a photo that is %s [domain.score.8, api.shapes.12]', async (name, light, reason) => {
    const path = join(dir, `${name}.jpg`);
    const background = { r: light, g: light, b: light };
    await sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .jpeg()
      .toFile(path);
    const { analysis } = await analyzer.process(path);
    expect(analysis?.imageQuality.usable).toBe(false);
    expect(analysis?.imageQuality.reasons).toContain(reason);
    expect(analysisSchema.parse(analysis).complianceScore).toBeNull();
  });

  test('gives the same answer twice, except for ids and times', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => analyzer.process(photo('exterior-column.jpg'))));
    const stable = (x: typeof a) => x?.analysis?.detectedIssues.map(({ id: _id, ...rest }) => rest);
    expect(stable(a)).toEqual(stable(b));
    expect(a?.analysis?.detectedIssues[0]?.id).not.toBe(b?.analysis?.detectedIssues[0]?.id);
  });
});

test('a model service reads photos, but never frames of a camera', async () => {
  const asked: number[] = [];
  const remote: RemoteEngine = {
    name: 'anthropic',
    readsParts: false,
    checkTurn: () => undefined,
    analyze: async (reading, pictures) => {
      asked.push(pictures.length);
      return assemble(reading);
    },
  };
  const team = createAnalyzer({ workers: 1, remote });
  const frame = await team.analyzePicture(photo('exterior-column.jpg'));
  const copies = await team.process(photo('exterior-column.jpg'), { analyze: false });
  expect([frame.analysis?.engine.name, copies.analysis, asked]).toEqual(['builtin', null, []]);
  await team.process(photo('exterior-column.jpg'));
  expect(asked).toEqual([1]);
  await team.close();
});

describe('derivatives', () => {
  test('are upright WebP of the right size without metadata', async () => {
    const path = join(dir, 'turned.jpg');
    await sharp(photo('guest-room-king.jpg')).withMetadata({ orientation: 6 }).jpeg().toFile(path);
    const { height, preview, thumbnail, width } = await analyzer.process(path);
    expect([width, height]).toEqual([1200, 1600]);
    const [large, small] = await Promise.all([sharp(preview).metadata(), sharp(thumbnail).metadata()]);
    expect([large.format, large.width, large.height]).toEqual(['webp', 1200, 1600]);
    expect([small.format, small.width, small.height]).toEqual(['webp', 240, 320]);
    expect([large.exif, small.exif, large.orientation]).toEqual([undefined, undefined, undefined]);
  });

  test('are made with the engine off', async () => {
    const off = createAnalyzer({ engine: 'off', workers: 1 });
    const { analysis, preview } = await off.process(photo('exterior-column.jpg'));
    await off.close();
    expect(analysis).toBeNull();
    expect((await sharp(preview).metadata()).width).toBe(1600);
  });
});

describe('bad photos', () => {
  test('are refused one by one', async () => {
    const path = join(dir, 'notes.jpg');
    await writeFile(path, 'this is a text of more than sixteen bytes');
    const results = await Promise.allSettled([
      analyzer.process(path),
      analyzer.inspectFile(path),
      analyzer.inspectFile(photo('guest-room-king.jpg')),
    ]);
    const refused = { status: 'rejected', reason: { name: 'PhotoRejected', code: 'unsupported_type' } };
    expect(results).toMatchObject([refused, refused, { status: 'fulfilled', value: { width: 1600, height: 1200 } }]);
  });

  test.each([
    [1, 3000],
    [3000, 1],
    [2, 20_000],
    [1, 1],
  ])('that are %i by %i pixels are analyzed like any other', async (width, height) => {
    const path = join(dir, `${width}x${height}.png`);
    await sharp({ create: { width, height, channels: 3, background: '#884422' } }).toFile(path);
    expect(await analyzer.inspectFile(path)).toMatchObject({ width, height });
    const { analysis, ...made } = await analyzer.process(path);
    expect(made).toMatchObject({ width, height });
    expect(analysis?.imageQuality.reasons).toContain('too_small');
  });

  test('that take too long fail', async () => {
    const hasty = createAnalyzer({ workers: 1, timeoutMs: 400 });
    await expect(hasty.process(photo('guest-room-king.jpg'))).rejects.toMatchObject({ code: 'timed_out' });
    await hasty.close();
  });
});
