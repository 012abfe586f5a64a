/** The zoom factor of a picture and the position of its top left corner in pixels. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}

export const fitted: View = { zoom: 1, x: 0, y: 0 };
const longest = 6;

/** Zooms around a point, which stays in place. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }): View {
  const zoom = Math.min(longest, Math.max(1, view.zoom * factor));
  const scale = zoom / view.zoom;
  return { zoom, x: point.x - (point.x - view.x) * scale, y: point.y - (point.y - view.y) * scale };
}

/** Limits the position so that the zoomed picture covers the frame. */
export function clampView(view: View, frame: Size): View {
  const inside = (value: number, length: number) => Math.min(0, Math.max(value, length * (1 - view.zoom)));
  return { zoom: view.zoom, x: inside(view.x, frame.width), y: inside(view.y, frame.height) };
}
