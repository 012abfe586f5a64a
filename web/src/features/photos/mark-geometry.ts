import { t } from '#contract/language.ts';
import type { MarkKind, PhotoMark, Point } from '#contract/photo-marks.ts';
import { boxBetween, middleBox, moveBox, resizeBox, type Corner } from '#web/features/findings/box-geometry.ts';

/** The handle that is dragged to reshape a mark: an end of an arrow, or a corner of a circle's box. */
export type MarkHandle = 'from' | 'to' | Corner;

const clamp = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6));
const inside = ({ x, y }: Point): Point => ({ x: clamp(x), y: clamp(y) });
const shifted = (point: Point, by: Point): Point => inside({ x: point.x + by.x, y: point.y + by.y });

/** A mark drawn from one point to another, in fractions 0-1 of the picture. */
export function drawnMark(kind: MarkKind, id: string, from: Point, to: Point): PhotoMark {
  if (kind === 'arrow') return { id, kind, from: inside(from), to: inside(to) };
  return kind === 'circle' ? { id, kind, box: boxBetween(from, to) } : { id, kind, at: inside(to), text: '' };
}

/** A mark in the middle of the picture, for people who draw without a pointer. */
export const middleMark = (kind: MarkKind, id: string): PhotoMark =>
  kind === 'circle'
    ? { id, kind, box: middleBox }
    : drawnMark(kind, id, { x: 0.3, y: 0.7 }, kind === 'arrow' ? { x: 0.5, y: 0.5 } : { x: 0.4, y: 0.5 });

/** A moved mark. It stops at the edge of the picture and keeps its shape. */
export function movedMark(mark: PhotoMark, by: Point): PhotoMark {
  if (mark.kind === 'text') return { ...mark, at: shifted(mark.at, by) };
  if (mark.kind === 'circle') return { ...mark, box: moveBox(mark.box, by) };
  const within = (axis: 'x' | 'y') => {
    const [low, high] = [Math.min(mark.from[axis], mark.to[axis]), Math.max(mark.from[axis], mark.to[axis])];
    return Math.min(1 - high, Math.max(-low, by[axis]));
  };
  const allowed = { x: within('x'), y: within('y') };
  return { ...mark, from: shifted(mark.from, allowed), to: shifted(mark.to, allowed) };
}

/** A mark with one of its handles moved. */
export function reshapedMark(mark: PhotoMark, handle: MarkHandle, by: Point): PhotoMark {
  if (mark.kind === 'arrow' && (handle === 'from' || handle === 'to'))
    return { ...mark, [handle]: shifted(mark[handle], by) };
  if (mark.kind === 'circle' && handle !== 'from' && handle !== 'to')
    return { ...mark, box: resizeBox(mark.box, handle, by) };
  return mark;
}

/** The handles of a mark with their positions. */
export function handlesOf(mark: PhotoMark): { handle: MarkHandle; at: Point }[] {
  if (mark.kind === 'text') return [];
  if (mark.kind === 'arrow')
    return [
      { handle: 'from', at: mark.from },
      { handle: 'to', at: mark.to },
    ];
  const { x, y, width, height } = mark.box;
  return [
    { handle: 'nw', at: { x, y } },
    { handle: 'ne', at: { x: x + width, y } },
    { handle: 'sw', at: { x, y: y + height } },
    { handle: 'se', at: { x: x + width, y: y + height } },
  ];
}

/** The handle that Shift with an arrow key moves. */
export const keyHandle = (mark: PhotoMark): MarkHandle => (mark.kind === 'arrow' ? 'to' : 'se');

export const markNames = { arrow: t('Arrow'), circle: t('Circle'), text: t('Text') } satisfies Record<MarkKind, string>;

/** 'Arrow 2' if there are several, or 'Text "Leak here"'. */
export function markLabel(marks: readonly PhotoMark[], mark: PhotoMark): string {
  if (mark.kind === 'text') return mark.text ? t('Text "{text}"', { text: mark.text }) : t('Text');
  const alike = marks.filter(({ kind }) => kind === mark.kind);
  return alike.length > 1 ? `${markNames[mark.kind]} ${alike.indexOf(mark) + 1}` : markNames[mark.kind];
}
