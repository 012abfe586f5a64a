import type { BoundingBox } from '#contract/analysis.ts';
import type { BoxFormName } from '#server/config.settings.ts';
import { clampBox } from '#contract/vision/boxes.ts';

export interface BoxForm {
  /** The name of the list of numbers in an answer. */
  key: 'box_2d' | 'bbox_2d' | 'box';
  order: 'xyxy' | 'yxyx';
  /** The number at the right and lower edges; 'pixels' means the size of the picture as sent. */
  scale: number | 'pixels';
}

/** The formats in which models were trained to give boxes, by the names of the setting AI_BOXES. */
export const boxForms: Record<BoxFormName, BoxForm> = {
  gemini: { key: 'box_2d', order: 'yxyx', scale: 1000 },
  'qwen2.5-vl': { key: 'bbox_2d', order: 'xyxy', scale: 'pixels' },
  'qwen3-vl': { key: 'bbox_2d', order: 'xyxy', scale: 1000 },
  claude: { key: 'box', order: 'xyxy', scale: 'pixels' },
  fractions: { key: 'box', order: 'xyxy', scale: 1 },
};

/** The first pattern that matches a model's name decides. */
const catalogue: [name: RegExp, form: BoxFormName][] = [
  [/gemini/i, 'gemini'],
  [/qwen-?2\.5-?vl/i, 'qwen2.5-vl'],
  [/qwen-?3(\.\d+)?-?vl/i, 'qwen3-vl'],
  [/glm-?\d+(\.\d+)?v/i, 'qwen3-vl'],
  [/claude/i, 'claude'],
];

/** The box format of a model, by its name. An unknown model is asked in words for fractions. */
export const boxFormOf = (model: string): BoxFormName =>
  catalogue.find(([name]) => name.test(model))?.[1] ?? 'fractions';

/** Boxes that extend further than this beyond the edge are rejected as invented. */
const beyondEdge = 0.1;

const isWithinReach = (value: number): boolean => value >= -beyondEdge && value <= 1 + beyondEdge;

/** A box between two corners in fractions, clamped and with ordered corners. Null when it is empty or far outside. */
function boxBetween(x1: number, y1: number, x2: number, y2: number): BoundingBox | null {
  if (![x1, y1, x2, y2].every(isWithinReach)) return null;
  return clampBox(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
}

/** Converts four numbers of an answer to a box in fractions of the picture; null when they are not a valid box. */
export function readBox(
  numbers: readonly number[],
  form: BoxForm,
  size: { width: number; height: number },
): BoundingBox | null {
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const [x1, y1, x2, y2] = form.order === 'xyxy' ? [a, b, c, d] : [b, a, d, c];
  const [right, lower] = form.scale === 'pixels' ? [size.width, size.height] : [form.scale, form.scale];
  return boxBetween(x1 / right, y1 / lower, x2 / right, y2 / lower);
}

/** The box around a polygon of fractions, in which a missing x or y is 0. */
export function boxOfPolygon(vertices: readonly { x?: number; y?: number }[]): BoundingBox | null {
  if (vertices.length === 0) return null;
  const xs = vertices.map(({ x = 0 }) => x);
  const ys = vertices.map(({ y = 0 }) => y);
  return boxBetween(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** Converts a box in a part of the photo to a box in the photo. */
export function boxInPhoto(box: BoundingBox, part: BoundingBox): BoundingBox | null {
  const x = part.x + box.x * part.width;
  const y = part.y + box.y * part.height;
  return clampBox(x, y, x + box.width * part.width, y + box.height * part.height);
}
