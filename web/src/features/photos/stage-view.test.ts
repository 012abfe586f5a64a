import { describe, expect, it } from 'vitest';
import { clampView, fitted, zoomAt } from '#web/features/photos/stage-view.ts';

const frame = { width: 400, height: 300 };

describe('the view of a zoomed photo', () => {
  it('keeps the point under the pointer in place', () => {
    const point = { x: 100, y: 60 };
    const view = zoomAt(zoomAt(fitted, 2, point), 1.5, point);
    expect(view.zoom).toBe(3);
    expect((point.x - view.x) / view.zoom).toBeCloseTo(100);
    expect((point.y - view.y) / view.zoom).toBeCloseTo(60);
  });

  it('zooms between fitted and six times', () => {
    expect(zoomAt(fitted, 0.2, { x: 0, y: 0 }).zoom).toBe(1);
    expect(zoomAt(fitted, 20, { x: 0, y: 0 }).zoom).toBe(6);
  });

  it('never shows anything outside the picture', () => {
    expect(clampView({ zoom: 2, x: 50, y: -900 }, frame)).toEqual({ zoom: 2, x: 0, y: -300 });
    expect(clampView({ zoom: 1, x: -5, y: 7 }, frame)).toEqual({ zoom: 1, x: 0, y: 0 });
  });
});
