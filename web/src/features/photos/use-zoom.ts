import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { clampView, fitted, zoomAt, type View } from '#web/features/photos/stage-view.ts';

const swipeThreshold = 50;
const dragThreshold = 6;

interface Point {
  x: number;
  y: number;
}

interface Gesture {
  pointers: Map<number, Point>;
  start: Point;
  moved: boolean;
}

interface ZoomOptions {
  frame: RefObject<HTMLDivElement | null>;
  /** Leaves the pointer to the overlay on the picture. */
  disabled: boolean;
  /** Called for a swipe while the picture is not zoomed in. */
  onSwipe: (step: 1 | -1) => void;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Zooms a picture by wheel and pinch, drags it while it is zoomed in, and recognizes swipes. */
export function useZoom({ frame, disabled, onSwipe }: ZoomOptions) {
  const [view, setView] = useState<View>(fitted);
  const gesture = useRef<Gesture>({ pointers: new Map(), start: { x: 0, y: 0 }, moved: false });

  function change(next: (view: View, size: { width: number; height: number }) => View) {
    const size = frame.current?.getBoundingClientRect();
    if (size) setView((current) => clampView(next(current, size), size));
  }
  const zoomBy = (factor: number, point?: { clientX: number; clientY: number }) =>
    change((current, size) => {
      const rect = frame.current?.getBoundingClientRect();
      const center =
        point && rect
          ? { x: point.clientX - rect.left, y: point.clientY - rect.top }
          : { x: size.width / 2, y: size.height / 2 };
      return zoomAt(current, factor, center);
    });

  // React's own wheel listener is passive, so it cannot prevent the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 300), event);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (disabled) return;
    const { pointers } = gesture.current;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) {
      gesture.current.start = { x: event.clientX, y: event.clientY };
      gesture.current.moved = false;
    }
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const { pointers, start } = gesture.current;
    const before = pointers.get(event.pointerId);
    if (!before || disabled) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!gesture.current.moved && distance(now, start) > dragThreshold) {
      gesture.current.moved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      zoomBy(factor, { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    } else if (gesture.current.moved) {
      change((current) =>
        current.zoom > 1 ? { ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y } : current,
      );
    }
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    const { pointers, start, moved } = gesture.current;
    const single = pointers.size === 1 && pointers.has(event.pointerId);
    pointers.delete(event.pointerId);
    const across = event.clientX - start.x;
    const sideways = Math.abs(across) > Math.abs(event.clientY - start.y);
    if (single && moved && view.zoom === 1 && sideways && Math.abs(across) > swipeThreshold)
      onSwipe(across < 0 ? 1 : -1);
  }

  return {
    view,
    zoomBy,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent<HTMLDivElement>) => gesture.current.pointers.delete(event.pointerId),
    },
  };
}
