import type { BoundingBox } from '#contract/analysis.ts';
import { resample } from '../../picture/codec.ts';
import type { Pixels } from '../../picture/codec.ts';
import { clampBox, suppress } from '#contract/vision/boxes.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import { loadNetwork, type Network } from './networks.ts';

const inputSize = 256;
const outputs = ['scores16', 'scores8', 'boxes16', 'boxes8'] as const;
/** Two grids of anchors: cells per side, anchors per cell. */
const grids = [
  { cells: 16, anchors: 2, scores: 'scores16', boxes: 'boxes16' },
  { cells: 8, anchors: 6, scores: 'scores8', boxes: 'boxes8' },
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
  const network = await loadNetwork('faces');
  return async (picture, people) => {
    const faces: FoundFace[] = [];
    for (const part of [
      ...squares(picture),
      ...people.slice(0, maxPeople).map((person) => upperBody(picture, person)),
    ]) {
      faces.push(...(await findIn(network, picture, part)));
    }
    return suppress(faces, sameFace).map((face) => face.boundingBox);
  };
}

/**
 * The whole picture, then squares of its shorter side, because a face must fill about a twentieth of the input to be
 * found.
 */
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

async function findIn(network: Network, picture: Pixels, part: Part): Promise<FoundFace[]> {
  const input = await resample(picture, inputSize, inputSize, part);
  const values = await network.read(input, outputs);
  const faces: FoundFace[] = [];
  for (const { cells, anchors, ...names } of grids) {
    const [scores, boxes] = [values[names.scores], values[names.boxes]];
    for (let n = 0; n < cells * cells * anchors; n += 1) {
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
