import type { BoundingBox } from '../analysis.ts';
import { clampBox, suppress } from './boxes.ts';
import { cocoNames } from './coco.ts';
import { inputSize } from './grid.ts';

export interface FoundObject {
  name: string;
  /** 0-100. */
  confidence: number;
  boundingBox: BoundingBox;
}

/** Below this score the detector is more often wrong than right on hotel photos (docs/analysis.md). */
const minScore = 0.3;
const fields = 6;
const sameObject = 0.5;
/** The overlap from which two classes mean one object, such as couch and bed; the one with the higher score is kept. */
const sameObjectOverlap = 0.8;

/** Classes that do not occur in hotels: a detection of one is a misread stain, crack or shadow. */
const ignoredObjects: ReadonlySet<(typeof cocoNames)[number]> = new Set([
  'airplane',
  'train',
  'traffic light',
  'bird',
  'horse',
  'sheep',
  'cow',
  'elephant',
  'bear',
  'zebra',
  'giraffe',
  'frisbee',
  'skis',
  'snowboard',
  'sports ball',
  'kite',
  'baseball bat',
  'baseball glove',
  'skateboard',
]);

/** The detector mistakes close-ups of a wall for a pizza or an umbrella that fills the picture, with a low score. */
const fillsPicture = { area: 0.85, minScore: 0.5 } as const;

/** The objects in the detector's output: rows of x1, y1, x2, y2 (in 512ths of the stretched picture), score, class. */
export function readObjects(rows: Float32Array): FoundObject[] {
  const found: FoundObject[] = [];
  for (let at = 0; at + fields <= rows.length; at += fields) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0, index = -1] = rows.subarray(at, at + fields);
    const name = cocoNames[Math.round(index)];
    if (!name || ignoredObjects.has(name) || !(score >= minScore)) continue;
    const boundingBox = clampBox(x1 / inputSize, y1 / inputSize, x2 / inputSize, y2 / inputSize);
    if (!boundingBox) continue;
    if (boundingBox.width * boundingBox.height > fillsPicture.area && score < fillsPicture.minScore) continue;
    found.push({ name, confidence: Math.round(Math.min(1, score) * 100), boundingBox });
  }
  const names = new Set(found.map((each) => each.name));
  const perName = [...names].flatMap((name) =>
    suppress(
      found.filter((each) => each.name === name),
      sameObject,
    ),
  );
  return suppress(perName, sameObjectOverlap);
}
