import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import { clampView, fitted, zoomAt, type View } from '#web/features/photos/stage-view.ts';
import { cn } from '#web/lib/cn.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';

interface PhotoStageProps {
  src: string;
  /** With another one the picture is fetched anew, though its address stays. */
  pictureKey?: string;
  alt: string;
  width: number | null;
  height: number | null;
  boxes: readonly PhotoBox[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** A swipe, where the picture is not zoomed. */
  onSwipe: (step: 1 | -1) => void;
  /** Laid exactly over the picture, instead of the boxes; it takes the pointer for itself. */
  overlay?: ReactNode;
}

const swipeThreshold = 50;
const dragThreshold = 6;
const zoomButton =
  'grid size-11 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 disabled:opacity-40 [&_svg]:size-5';

interface Gesture {
  pointers: Map<number, { x: number; y: number }>;
  start: { x: number; y: number };
  moved: boolean;
}

/** A large photo that is zoomed by wheel, pinch, double press and buttons, and dragged where it is zoomed. */
export function PhotoStage(props: PhotoStageProps) {
  const { src, pictureKey, alt, width, height, boxes, selected, onSelect, onSwipe, overlay } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(fitted);
  const gesture = useRef<Gesture>({ pointers: new Map(), start: { x: 0, y: 0 }, moved: false });
  const editing = overlay !== undefined;

  function change(next: (view: View, size: { width: number; height: number }) => View) {
    const size = frame.current?.getBoundingClientRect();
    if (size) setView((current) => clampView(next(current, size), size));
  }
  const zoomBy = (factor: number, point?: { clientX: number; clientY: number }) =>
    change((current, size) => {
      const rect = frame.current?.getBoundingClientRect();
      const at =
        point && rect
          ? { x: point.clientX - rect.left, y: point.clientY - rect.top }
          : { x: size.width / 2, y: size.height / 2 };
      return zoomAt(current, factor, at);
    });

  // React listens to wheels passively; then the page would scroll as well.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 300), event);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });

  function down(event: PointerEvent<HTMLDivElement>) {
    if (editing) return;
    const { pointers } = gesture.current;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) {
      gesture.current.start = { x: event.clientX, y: event.clientY };
      gesture.current.moved = false;
    }
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const { pointers, start } = gesture.current;
    const before = pointers.get(event.pointerId);
    if (!before || editing) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!gesture.current.moved && Math.hypot(now.x - start.x, now.y - start.y) > dragThreshold) {
      gesture.current.moved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      zoomBy(factor, { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    } else if (gesture.current.moved) {
      change((current) =>
        current.zoom > 1 ? { ...current, x: current.x + now.x - before.x, y: current.y + now.y - before.y } : current,
      );
    }
  }

  function up(event: PointerEvent<HTMLDivElement>) {
    const { pointers, start, moved } = gesture.current;
    const alone = pointers.size === 1 && pointers.has(event.pointerId);
    pointers.delete(event.pointerId);
    const distance = event.clientX - start.x;
    const sideways = Math.abs(distance) > Math.abs(event.clientY - start.y);
    if (alone && moved && view.zoom === 1 && sideways && Math.abs(distance) > swipeThreshold)
      onSwipe(distance < 0 ? 1 : -1);
  }

  const ratio = width && height ? width / height : 4 / 3;
  const zoomed: CSSProperties = {
    width: `${view.zoom * 100}%`,
    height: `${view.zoom * 100}%`,
    transform: `translate(${view.x}px, ${view.y}px)`,
  };
  return (
    <div
      ref={frame}
      className="relative size-full touch-none overflow-hidden bg-[#0b1215] select-none"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={(event) => gesture.current.pointers.delete(event.pointerId)}
      onDoubleClick={(event) => {
        if (!editing) zoomBy(view.zoom > 1 ? 0 : 2.5, event);
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <div className="absolute top-0 left-0 origin-top-left" style={zoomed}>
        {/* While its box is edited the picture keeps clear of the frame's edge, where corners could not be grasped. */}
        <div className={cn('absolute', editing ? 'inset-x-6 top-16 bottom-6' : 'inset-0')}>
          <BoxedPhoto
            key={pictureKey}
            src={src}
            alt={alt}
            width={width}
            height={height}
            fit="contain"
            loading="eager"
            boxes={editing ? [] : boxes}
            selected={selected}
            onSelect={onSelect}
            className="size-full rounded-none bg-transparent"
          />
          {editing && (
            <div className="absolute inset-0 grid place-items-center [container-type:size]">
              <div className="relative" style={{ width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}>
                {overlay}
              </div>
            </div>
          )}
        </div>
      </div>
      <div className={cn('absolute right-3 bottom-3 flex gap-2', editing && 'hidden')}>
        <button
          type="button"
          aria-label="Zoom out"
          disabled={view.zoom <= 1}
          className={zoomButton}
          onClick={() => zoomBy(1 / 1.6)}
        >
          <Minus aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label="Zoom in"
          disabled={view.zoom >= 6}
          className={zoomButton}
          onClick={() => zoomBy(1.6)}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
