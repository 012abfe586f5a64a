import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { BoundingBox } from '#contract/analysis.ts';
import { t } from '#contract/language.ts';
import type { Point } from '#contract/photo-marks.ts';
import type { Severity } from '#contract/finding-categories.ts';
import {
  boxBetween,
  arrowKeyStep,
  keyStep,
  middleBox,
  moveBox,
  resizeBox,
  type Corner,
} from '#web/features/findings/box-geometry.ts';
import { cn } from '#web/lib/cn.ts';

interface BoxEditorProps {
  box: BoundingBox | null;
  severity: Severity;
  onChange: (box: BoundingBox) => void;
}

type Drag =
  | { kind: 'draw'; from: Point }
  | { kind: 'move'; from: Point; box: BoundingBox }
  | { kind: 'resize'; from: Point; box: BoundingBox; corner: Corner };

const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];
const cornerPlace: Record<Corner, string> = {
  nw: '-top-[22px] -left-[22px] cursor-nwse-resize',
  ne: '-top-[22px] -right-[22px] cursor-nesw-resize',
  sw: '-bottom-[22px] -left-[22px] cursor-nesw-resize',
  se: '-right-[22px] -bottom-[22px] cursor-nwse-resize',
};
const fills: Record<Severity, string> = { critical: '#e0483c', high: '#f08a3c', medium: '#e3c65a', low: '#a9b7be' };

/**
 * Draws, moves and resizes a box on a picture. Arrow keys move it, Shift+arrow resizes it, and Alt makes the steps
 * larger. Enter places a first box in the middle.
 */
export function BoxEditor({ box, severity, onChange }: BoxEditorProps) {
  const layer = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);

  function pointOf(event: PointerEvent): Point {
    const rect = layer.current?.getBoundingClientRect();
    if (!rect) return { x: 0, y: 0 };
    return { x: (event.clientX - rect.left) / rect.width, y: (event.clientY - rect.top) / rect.height };
  }

  function begin(event: PointerEvent, next: Drag) {
    event.stopPropagation();
    drag.current = next;
    layer.current?.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent) {
    const current = drag.current;
    if (!current) return;
    const point = pointOf(event);
    const by = { x: point.x - current.from.x, y: point.y - current.from.y };
    if (current.kind === 'draw') {
      // A press without dragging draws nothing.
      if (Math.hypot(by.x, by.y) > keyStep) onChange(boxBetween(current.from, point));
    } else {
      onChange(current.kind === 'move' ? moveBox(current.box, by) : resizeBox(current.box, current.corner, by));
    }
  }

  function press(event: KeyboardEvent) {
    if (!box && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onChange(middleBox);
      return;
    }
    const by = arrowKeyStep(event);
    if (!box || !by) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(event.shiftKey ? resizeBox(box, 'se', by) : moveBox(box, by));
  }

  return (
    // HTML has no element for a drawing surface. This one handles pointer and keys itself, and its name explains
    // them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={layer}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="application"
      aria-label={
        box
          ? t('Box of the finding. Arrow keys move it, with Shift they resize it.')
          : t('No box yet. Draw one on the photo, or press Enter to place one in the middle.')
      }
      className="absolute inset-0 cursor-crosshair touch-none focus-visible:-outline-offset-2 focus-visible:outline-white"
      onKeyDown={press}
      onPointerDown={(event) => begin(event, { kind: 'draw', from: pointOf(event) })}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    >
      {box && (
        <div
          className="absolute cursor-move rounded-[3px] border-2 border-white"
          style={{
            left: `${box.x * 100}%`,
            top: `${box.y * 100}%`,
            width: `${box.width * 100}%`,
            height: `${box.height * 100}%`,
            outline: `2px solid ${fills[severity]}`,
            boxShadow: '0 0 0 9999px rgb(0 0 0 / 0.35)',
          }}
          onPointerDown={(event) => begin(event, { kind: 'move', from: pointOf(event), box })}
        >
          {corners.map((corner) => (
            <span
              key={corner}
              className={cn('absolute grid size-11 place-items-center', cornerPlace[corner])}
              onPointerDown={(event) => begin(event, { kind: 'resize', from: pointOf(event), box, corner })}
            >
              <span className="size-3.5 rounded-full border-2 border-white" style={{ background: fills[severity] }} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
