import type { GraphModel } from '@tensorflow/tfjs-converter';
import type { BoundingBox } from '#contract/analysis.ts';
import { resample } from '../../picture/codec.ts';
import type { Pixels } from '../../picture/codec.ts';
import { clampBox, suppress } from './boxes.ts';
import type { FoundObject } from './objects.ts';
import { execute, loadModel } from './tensors.ts';

const inputSize = 256;
const outputs = ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'];
/** Two grids of anchors: cells per side, anchors per cell. */
const grids = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
] as const;
const minScore = 0.6;
const sameFace = 0.3;
const maxPeople = 6;

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}
interface FoundFace {
  confidence: number;
  boundingBox: BoundingBox;
}

/** Finds faces in the whole picture, in overlapping squares of it, and in the upper part of each person found. */
export async function createFaceFinder(): Promise<(picture: Pixels, people: FoundObject[]) => Promise<BoundingBox[]>> {
  const model = await loadModel('blazeface');
  return async (picture, people) => {
    const faces: FoundFace[] = [];
    for (const part of [
      ...squares(picture),
      ...people.slice(0, maxPeople).map((person) => upperBody(picture, person)),
    ]) {
      faces.push(...(await findIn(model, picture, part)));
    }
    return suppress(faces, sameFace).map((face) => face.boundingBox);
  };
}

/** The whole picture, then squares of its shorter side: faces must fill about a twentieth of the input to be seen. */
function squares({ width, height }: Pixels): Part[] {
  const side = Math.min(width, height);
  const step = (Math.max(width, height) - side) / 2;
  const parts: Part[] = [{ left: 0, top: 0, width, height }];
  if (step < side / 10) return parts;
  for (let n = 0; n < 3; n += 1) {
    const at = Math.round(step * n);
    parts.push({ left: width > height ? at : 0, top: width > height ? 0 : at, width: side, height: side });
  }
  return parts;
}

function upperBody({ width, height }: Pixels, person: FoundObject): Part {
  const box = person.boundingBox;
  const side = Math.max(box.width * width, Math.min(box.height * height, box.width * width * 1.2)) * 1.2;
  const center = (box.x + box.width / 2) * width;
  const left = Math.round(Math.max(0, Math.min(width - 2, center - side / 2)));
  const top = Math.round(Math.max(0, Math.min(height - 2, box.y * height - side * 0.15)));
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(2, Math.round(side))),
    height: Math.min(height - top, Math.max(2, Math.round(side))),
  };
}

async function findIn(model: GraphModel, picture: Pixels, part: Part): Promise<FoundFace[]> {
  const input = await resample(picture, inputSize, inputSize, part);
  const values = execute(model, input, outputs, { scale: 1 / 127.5, shift: -1 });
  const faces: FoundFace[] = [];
  for (const { cells, anchors } of grids) {
    const count = cells * cells * anchors;
    const scores = values.find((each) => each.length === count);
    const boxes = values.find((each) => each.length === count * 16);
    if (!scores || !boxes) throw new Error('The face model has other outputs than expected');
    for (let n = 0; n < count; n += 1) {
      const score = 1 / (1 + Math.exp(-(scores[n] ?? 0)));
      if (score < minScore) continue;
      const cell = Math.floor(n / anchors);
      const [dx = 0, dy = 0, w = 0, h = 0] = boxes.subarray(n * 16, n * 16 + 4);
      const x = ((cell % cells) + 0.5) / cells + dx / inputSize;
      const y = (Math.floor(cell / cells) + 0.5) / cells + dy / inputSize;
      const [halfWidth, halfHeight] = [w / inputSize / 2, h / inputSize / 2];
      const toX = (value: number): number => (part.left + value * part.width) / picture.width;
      const toY = (value: number): number => (part.top + value * part.height) / picture.height;
      const box = clampBox(toX(x - halfWidth), toY(y - halfHeight), toX(x + halfWidth), toY(y + halfHeight));
      if (box) faces.push({ confidence: score, boundingBox: box });
    }
  }
  return suppress(faces, sameFace);
}
