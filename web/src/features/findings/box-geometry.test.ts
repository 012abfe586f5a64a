import { describe, expect, it } from 'vitest';
import { boxBetween, moveBox, resizeBox, minSide } from './box-geometry.ts';

const box = { x: 0.2, y: 0.3, width: 0.4, height: 0.2 };

describe('boxes of findings', () => {
  it('can be drawn in any direction and stay inside the picture', () => {
    const drawn = { x: 0.1, y: 0.2, width: 0.5, height: 0.6 };
    expect(boxBetween({ x: 0.1, y: 0.2 }, { x: 0.6, y: 0.8 })).toEqual(drawn);
    expect(boxBetween({ x: 0.6, y: 0.2 }, { x: 0.1, y: 0.8 })).toEqual(drawn);
    expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 1.4, y: -0.2 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 });
  });

  it('are never too small to grab, even at the edge', () => {
    expect(boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({
      x: 1 - minSide,
      y: 1 - minSide,
      width: minSide,
      height: minSide,
    });
  });

  it('keep their size when moved, and stop at the edge', () => {
    expect(moveBox(box, { x: 0.1, y: -0.1 })).toEqual({ ...box, x: 0.3, y: 0.2 });
    expect(moveBox(box, { x: 0.9, y: -0.9 })).toEqual({ ...box, x: 0.6, y: 0 });
  });

  it('keep the opposite corner fixed when a corner is dragged', () => {
    expect(resizeBox(box, 'se', { x: 0.1, y: 0.1 })).toEqual({ x: 0.2, y: 0.3, width: 0.5, height: 0.3 });
    expect(resizeBox(box, 'nw', { x: 0.1, y: 0.1 })).toEqual({ x: 0.3, y: 0.4, width: 0.3, height: 0.1 });
    // A corner that is dragged past the opposite one flips the box.
    expect(resizeBox(box, 'ne', { x: -0.5, y: 0 })).toEqual({ x: 0.1, y: 0.3, width: 0.1, height: 0.2 });
  });
});
