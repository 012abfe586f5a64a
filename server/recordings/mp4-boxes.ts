import { UnreadableRecording } from './recordings.errors.ts';

/** A box of the ISO base media format (ISO/IEC 14496-12): its type, and the offsets of the box and its content. */
export interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** The box at offset `at`, whose first bytes are `head`; null when none fits before `end`. */
export function boxAt(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const content = at + (short === 1 ? 16 : 8);
  if (short === 1 && head.length < 16) return null;
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const box = { type: head.toString('latin1', 4, 8), start: at, content, end: at + size };
  return box.end > end || box.end < content ? null : box;
}

export function boxesIn(data: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let box = boxAt(data.subarray(from, from + 16), from, to);
  while (box) {
    boxes.push(box);
    box = boxAt(data.subarray(box.end, box.end + 16), box.end, to);
  }
  return boxes;
}

/**
 * The box along a path of types. Throws UnreadableRecording where there are two of a type, because another reader may take the
 * other one.
 */
export function findBox(data: Buffer, within: { content: number; end: number }, ...path: string[]): Box | null {
  let found: Box | null = null;
  let { content, end } = within;
  for (const type of path) {
    const [first, second] = boxesIn(data, content, end).filter((box) => box.type === type);
    if (second) throw new UnreadableRecording(`It has two boxes ${type}`);
    if (!first) return null;
    found = first;
    ({ content, end } = first);
  }
  return found;
}
