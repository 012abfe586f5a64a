// node scripts/run.mjs training/measure.ts PHOTO_DIR [--list]
// Compares the built-in engine with a folder of labelled photos (manifest.json): quality, objects, defects.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis, BoundingBox } from '#contract/analysis.ts';
import { createAnalyser } from '#server/analysis/analyser.service.ts';

interface Photo {
  file: string;
  kind: 'clean' | 'defect' | 'objects' | 'blurred' | 'dark' | 'overexposed';
  defects: { class: string; box: [number, number, number, number] }[];
  objects: string[];
}
interface Judged {
  photo: Photo;
  analysis: Analysis;
}

/** Our names for the classes of the manifest. */
const categories: Record<string, string> = { rust: 'corrosion', pothole: 'floor_damage', spalling: 'spall' };
const reasonOf = { blurred: 'blurred', dark: 'too_dark', overexposed: 'too_bright' } as const;

const [dir, option] = process.argv.slice(2);
if (!dir) throw new Error('Usage: node scripts/run.mjs training/measure.ts PHOTO_DIR [--list]');
const photos = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as Photo[];
const analyser = createAnalyser({ faceBlur: false });
const judged: Judged[] = await Promise.all(
  photos.map(async (photo) => {
    const { analysis } = await analyser.process(join(dir, photo.file));
    if (!analysis) throw new Error('The engine is off');
    return { photo, analysis };
  }),
);
await analyser.close();

const share = (part: number, whole: number): string =>
  `${part}/${whole}${whole ? ` (${(part / whole).toFixed(2)})` : ''}`;
const print = (name: string, value: string | number): boolean => process.stdout.write(`${name.padEnd(46)} ${value}\n`);
const ofKind = (...kinds: string[]): Judged[] => judged.filter(({ photo }) => kinds.includes(photo.kind));
const toBox = ([x, y, width, height]: Photo['defects'][number]['box']): BoundingBox => ({ x, y, width, height });

function touches(found: BoundingBox | undefined, truth: BoundingBox): boolean {
  if (!found) return false;
  const width = Math.min(found.x + found.width, truth.x + truth.width) - Math.max(found.x, truth.x);
  const height = Math.min(found.y + found.height, truth.y + truth.height) - Math.max(found.y, truth.y);
  if (width <= 0 || height <= 0) return false;
  const shared = width * height;
  return shared / (found.width * found.height + truth.width * truth.height - shared) >= 0.2;
}

for (const [kind, reason] of Object.entries(reasonOf)) {
  const predicted = judged.filter(({ analysis }) => analysis.imageQuality.reasons.includes(reason));
  const right = predicted.filter(({ photo }) => photo.kind === kind).length;
  print(`quality ${reason}: recall`, share(right, ofKind(kind).length));
  print(`quality ${reason}: precision`, share(right, predicted.length));
}
const usable = ofKind('clean', 'defect', 'objects');
print(
  'usable photos called usable',
  share(usable.filter(({ analysis }) => analysis.imageQuality.usable).length, usable.length),
);

const withObjects = judged.filter(({ photo }) => photo.objects.length > 0);
const named = withObjects.map(({ analysis, photo }) => ({
  truth: new Set(photo.objects),
  found: new Set(analysis.objects.map((o) => o.name)),
}));
const hits = named.reduce((sum, { found, truth }) => sum + [...truth].filter((name) => found.has(name)).length, 0);
print(
  'objects: recall of names',
  share(
    hits,
    named.reduce((sum, { truth }) => sum + truth.size, 0),
  ),
);
print(
  'objects: precision of names, at least',
  share(
    hits,
    named.reduce((sum, { found }) => sum + found.size, 0),
  ),
);

const defects = ofKind('defect');
const found = defects.filter(({ analysis }) => analysis.detectedIssues.length > 0);
const truthOf = (photo: Photo): string[] => photo.defects.map((each) => categories[each.class] ?? each.class);
const rightClass = defects.filter(({ analysis, photo }) =>
  analysis.detectedIssues.some((issue) => truthOf(photo).includes(issue.category)),
);
const rightPlace = defects.filter(({ analysis, photo }) =>
  analysis.detectedIssues.some((issue) => photo.defects.some((each) => touches(issue.boundingBox, toBox(each.box)))),
);
print('defect photos with a finding', share(found.length, defects.length));
print('  with a finding of the right category', share(rightClass.length, defects.length));
print('  with a box at the right place (IoU >= 0.2)', share(rightPlace.length, defects.length));
const issues = defects.flatMap(({ analysis, photo }) => analysis.detectedIssues.map((issue) => ({ issue, photo })));
print(
  'findings on defect photos of a right category',
  share(issues.filter(({ issue, photo }) => truthOf(photo).includes(issue.category)).length, issues.length),
);
for (const kind of ['clean', 'objects', 'dark', 'overexposed']) {
  print(
    `false alarms: ${kind} photos with a finding`,
    share(ofKind(kind).filter(({ analysis }) => analysis.detectedIssues.length > 0).length, ofKind(kind).length),
  );
}
const times = judged.map(({ analysis }) => analysis.engine.durationMs).toSorted((a, b) => a - b);
print('analysis, median ms (two at a time)', times[Math.floor(times.length / 2)] ?? 0);

if (option === '--list') {
  for (const { analysis, photo } of judged) {
    const predicted = analysis.detectedIssues
      .map((issue) => `${issue.category} ${issue.severity} ${issue.confidence}`)
      .join('; ');
    process.stdout.write(
      `${photo.file} ${photo.kind} [${truthOf(photo).join(', ')}] -> ${predicted || '-'} | ${analysis.labels.map((l) => `${l.name} ${l.confidence}`).join(', ')}\n`,
    );
  }
}
