import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '#contract/language.ts';
import { maxMarks, type MarkKind, type PhotoMark, type Point } from '#contract/photo-marks.ts';
import { arrowKeyStep, keyStep } from '#web/features/findings/box-geometry.ts';
import {
  drawnMark,
  handlesOf,
  keyHandle,
  markLabel,
  middleMark,
  movedMark,
  reshapedMark,
  type MarkHandle,
} from '#web/features/photos/mark-geometry.ts';
import type { MarkDrawing } from '#web/features/photos/use-mark-drawing.ts';
import { markColor, MarkLayer } from '#web/ui/mark-layer.tsx';

interface MarkEditorProps {
  drawing: MarkDrawing;
  tool: MarkKind;
}

/** A drag that starts with a press on the picture. The first movement begins a step that can be undone. */
interface Drag {
  from: Point;
  hasMoved: boolean;
  /** The mark at each point of the drag. */
  markAt(point: Point, by: Point): PhotoMark;
}

const percent = (fraction: number) => `${fraction * 100}%`;

/** The touch target of a mark, which is wider than the visible mark. */
function HitArea({ mark }: { mark: PhotoMark }) {
  if (mark.kind === 'arrow')
    return (
      <line
        x1={percent(mark.from.x)}
        y1={percent(mark.from.y)}
        x2={percent(mark.to.x)}
        y2={percent(mark.to.y)}
        className="cursor-move [pointer-events:stroke]"
        stroke="transparent"
        strokeWidth={32}
        data-mark={mark.id}
      />
    );
  if (mark.kind === 'circle')
    return (
      <ellipse
        cx={percent(mark.box.x + mark.box.width / 2)}
        cy={percent(mark.box.y + mark.box.height / 2)}
        rx={percent(mark.box.width / 2)}
        ry={percent(mark.box.height / 2)}
        className="cursor-move [pointer-events:stroke]"
        fill="none"
        stroke="transparent"
        strokeWidth={32}
        data-mark={mark.id}
      />
    );
  const before = mark.at.x > 0.6;
  return (
    <svg x={percent(mark.at.x)} y={percent(mark.at.y)} className="overflow-visible">
      <rect
        x={before ? -120 : -8}
        y={-12}
        width={128}
        height={44}
        fill="transparent"
        className="cursor-move [pointer-events:all]"
        data-mark={mark.id}
      />
    </svg>
  );
}

const drawHints: Record<MarkKind, string> = {
  arrow: t('Drawing surface. Draw on the photo, or press Enter to place an arrow in the middle.'),
  circle: t('Drawing surface. Draw on the photo, or press Enter to place a circle in the middle.'),
  text: t('Drawing surface. Draw on the photo, or press Enter to place a text in the middle.'),
};

function labelOf({ marks, selected }: MarkDrawing, tool: MarkKind): string {
  if (!selected) return drawHints[tool];
  const size = selected.kind === 'text' ? '' : t(', with Shift they change its size');
  return t('{markLabel}. Arrow keys move it{size}. Delete removes it.', {
    markLabel: markLabel(marks, selected),
    size,
  });
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const rect = currentTarget.getBoundingClientRect();
  return { x: (clientX - rect.left) / rect.width, y: (clientY - rect.top) / rect.height };
}

/** The pointer gestures: they draw with the tool, and move and reshape existing marks. */
function useGestures({ drawing, tool }: MarkEditorProps) {
  const { marks, selected } = drawing;
  const drag = useRef<Drag | null>(null);

  /** Finds what a press drags: a handle of the selected mark, a mark, or a new mark. */
  function dragOf(event: PointerEvent): Drag['markAt'] | null {
    const target = event.target instanceof Element ? event.target : null;
    const handle = target?.closest('[data-handle]')?.getAttribute('data-handle') as MarkHandle | null | undefined;
    if (selected && handle) return (_point, by) => reshapedMark(selected, handle, by);
    const pressed = target?.closest('[data-mark]')?.getAttribute('data-mark');
    const mark = marks.find(({ id }) => id === pressed);
    if (mark) return (_point, by) => movedMark(mark, by);
    drawing.select(null);
    if (marks.length >= maxMarks) return null;
    const id = crypto.randomUUID();
    const from = pointOf(event);
    return (point) => drawnMark(tool, id, from, point);
  }
  return {
    press(event: PointerEvent) {
      const markAt = dragOf(event);
      if (!markAt) return;
      drag.current = { from: pointOf(event), hasMoved: false, markAt };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    move(event: PointerEvent) {
      const current = drag.current;
      if (!current) return;
      const point = pointOf(event);
      const by = { x: point.x - current.from.x, y: point.y - current.from.y };
      // A press without dragging must not move anything.
      if (!current.hasMoved && Math.hypot(by.x, by.y) <= keyStep) return;
      if (!current.hasMoved) drawing.step();
      current.hasMoved = true;
      drawing.put(current.markAt(point, by));
    },
    release(event: PointerEvent) {
      const current = drag.current;
      drag.current = null;
      if (!current || current.hasMoved) return;
      const mark = current.markAt(pointOf(event), { x: 0, y: 0 });
      if (marks.some(({ id }) => id === mark.id)) return drawing.select(mark.id);
      if (mark.kind !== 'text') return;
      drawing.step();
      drawing.put(mark);
    },
    cancel() {
      drag.current = null;
    },
  };
}

function pressKey(event: KeyboardEvent, { drawing, tool }: MarkEditorProps): void {
  const { marks, selected } = drawing;
  const by = arrowKeyStep(event);
  if (event.key === 'Enter' && marks.length < maxMarks) {
    drawing.step();
    drawing.put(middleMark(tool, crypto.randomUUID()));
  } else if (selected && (event.key === 'Delete' || event.key === 'Backspace')) {
    drawing.remove(selected.id);
  } else if (selected && by) {
    drawing.step();
    drawing.put(event.shiftKey ? reshapedMark(selected, keyHandle(selected), by) : movedMark(selected, by));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Draws, moves, reshapes and removes marks on a picture. Enter places a mark in the middle, arrow keys move it,
 * Shift+arrow reshapes it, Alt makes the steps larger, and Delete removes it.
 */
export function MarkEditor(props: MarkEditorProps) {
  const { drawing, tool } = props;
  const { marks, selected } = drawing;
  const { press, move, release, cancel } = useGestures(props);
  return (
    // HTML has no element for a drawing surface. This one handles pointer and keys itself, and its name explains
    // them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="application"
      aria-label={labelOf(drawing, tool)}
      className="absolute inset-0 cursor-crosshair touch-none focus-visible:-outline-offset-2 focus-visible:outline-white"
      onKeyDown={(event) => pressKey(event, props)}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={cancel}
    >
      <MarkLayer marks={marks} />
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
        {marks.map((mark) => (
          <HitArea key={mark.id} mark={mark} />
        ))}
      </svg>
      {selected &&
        handlesOf(selected).map(({ handle, at }) => (
          <span
            key={handle}
            className="absolute grid size-11 -translate-1/2 cursor-move place-items-center"
            style={{ left: percent(at.x), top: percent(at.y) }}
            data-handle={handle}
          >
            <span className="size-3.5 rounded-full border-2 border-white" style={{ background: markColor }} />
          </span>
        ))}
    </div>
  );
}
