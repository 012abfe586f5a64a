import { describe, expect, it } from 'vitest';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { drawnMark, handlesOf, markLabel, middleMark, movedMark, reshapedMark } from './mark-geometry.ts';

const arrow: PhotoMark = { id: 'a', kind: 'arrow', from: { x: 0.1, y: 0.2 }, to: { x: 0.6, y: 0.5 } };
const circle: PhotoMark = { id: 'c', kind: 'circle', box: { x: 0.2, y: 0.2, width: 0.4, height: 0.2 } };
const text: PhotoMark = { id: 't', kind: 'text', at: { x: 0.9, y: 0.9 }, text: 'Leak here' };

describe('a mark', () => {
  it('is drawn from one point to another and stays inside the picture', () => {
    expect(drawnMark('arrow', 'a', { x: 0.1, y: 0.2 }, { x: 1.4, y: -0.3 })).toEqual({
      ...arrow,
      to: { x: 1, y: 0 },
    });
    expect(drawnMark('circle', 'c', { x: 0.6, y: 0.4 }, { x: 0.2, y: 0.2 })).toEqual(circle);
    expect(drawnMark('text', 't', { x: 0, y: 0 }, { x: 0.9, y: 0.9 })).toEqual({ ...text, text: '' });
    expect(middleMark('circle', 'c')).toMatchObject({ kind: 'circle', box: { x: 0.35, width: 0.3 } });
  });

  it('keeps its shape when the edge stops it', () => {
    expect(movedMark(arrow, { x: 0.9, y: -0.9 })).toEqual({
      ...arrow,
      from: { x: 0.5, y: 0 },
      to: { x: 1, y: 0.3 },
    });
    expect(movedMark(circle, { x: -1, y: 1 })).toMatchObject({ box: { x: 0, y: 0.8, width: 0.4, height: 0.2 } });
    expect(movedMark(text, { x: 0.5, y: -0.1 })).toMatchObject({ at: { x: 1, y: 0.8 } });
  });

  it('changes its shape by its handles', () => {
    expect(handlesOf(arrow).map(({ handle }) => handle)).toEqual(['from', 'to']);
    expect(reshapedMark(arrow, 'to', { x: 0.1, y: 0.1 })).toEqual({ ...arrow, to: { x: 0.7, y: 0.6 } });
    expect(handlesOf(circle)).toContainEqual({ handle: 'se', at: { x: expect.closeTo(0.6), y: expect.closeTo(0.4) } });
    expect(reshapedMark(circle, 'se', { x: 0.1, y: 0 })).toMatchObject({ box: { x: 0.2, width: 0.5 } });
    expect(handlesOf(text)).toEqual([]);
    expect(reshapedMark(text, 'se', { x: 0.1, y: 0.1 })).toBe(text);
  });

  it('has a label', () => {
    const other = { ...arrow, id: 'b' };
    expect([arrow, other, circle, text].map((mark) => markLabel([arrow, other, circle, text], mark))).toEqual([
      'Arrow 1',
      'Arrow 2',
      'Circle',
      'Text "Leak here"',
    ]);
  });
});
