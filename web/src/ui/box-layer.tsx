import type { CSSProperties } from 'react';
import { cn } from '#web/lib/cn.ts';
import { colorOf, type BoxTone } from '#web/ui/box-colors.ts';

export interface PhotoBox {
  /** The id passed to `onSelect`; the index by default. */
  id?: string;
  /** Fractions 0-1 of the upright picture, from the top left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Empty for a box without a label. */
  label: string;
  tone: BoxTone;
  /** Drawn with a dashed line, because the detection is not confirmed. */
  tentative?: boolean;
}

/** The CSS offset within the frame for a fraction of the picture. */
const across = (fraction: number) => `((100cqw - var(--shown-w)) / 2 + var(--shown-w) * ${fraction})`;
const down = (fraction: number) => `((100cqh - var(--shown-h)) / 2 + var(--shown-h) * ${fraction})`;

function boxStyle(box: PhotoBox): CSSProperties {
  return {
    left: `calc${across(box.x)}`,
    top: `calc${down(box.y)}`,
    width: `calc(var(--shown-w) * ${box.width})`,
    height: `calc(var(--shown-h) * ${box.height})`,
    outlineColor: colorOf(box.tone),
  };
}

/** Places the label above the box, inside the frame. */
function labelStyle(box: PhotoBox): CSSProperties {
  const top = `max(2px, ${down(box.y)} - 22px)`;
  const atEnd = box.x + box.width / 2 > 0.6;
  const inset = atEnd ? `max(2px, 100cqw - ${across(box.x + box.width)})` : `max(2px, ${across(box.x)})`;
  const maxWidth = `calc(100% - 2px - ${inset})`;
  return { background: colorOf(box.tone), top, maxWidth, [atEnd ? 'right' : 'left']: inset };
}

interface BoxLayerProps {
  boxes: readonly PhotoBox[];
  /** The aspect ratio of the picture. */
  ratio: number;
  /** How the picture fits into the frame. */
  fit: 'cover' | 'contain' | 'natural';
  /** The emphasized box; all others are dimmed. */
  selected?: string | null;
  /** Called when a box is pressed; without it the boxes are not buttons. */
  onSelect?: (id: string) => void;
}

/** Draws boxes on a picture, even when only a part of it is visible. The frame needs `[container-type:size]`. */
export function BoxLayer({ boxes, ratio, fit, selected = null, onSelect }: BoxLayerProps) {
  const choose = fit === 'cover' ? 'max' : 'min';
  const shown: CSSProperties & Record<'--shown-w' | '--shown-h', string> = {
    '--shown-w': `${choose}(100cqw, 100cqh * ${ratio})`,
    '--shown-h': `${choose}(100cqh, 100cqw / ${ratio})`,
  };
  return (
    <div className="absolute inset-0" style={shown}>
      {boxes.map((box, index) => {
        const id = box.id ?? String(index);
        const quiet = selected !== null && selected !== id;
        const Frame = onSelect ? 'button' : 'span';
        return (
          <Frame
            key={id}
            {...(onSelect
              ? {
                  type: 'button' as const,
                  'aria-label': box.label,
                  'aria-pressed': selected === id,
                  onClick: () => onSelect(id),
                }
              : {})}
            className={cn(
              'absolute rounded-[3px] border-2 border-white outline-[1.5px] transition-opacity focus-visible:outline-[3px]',
              box.tentative ? 'border-dashed outline-dashed' : 'outline-solid',
              quiet && 'opacity-45',
            )}
            style={boxStyle(box)}
          />
        );
      })}
      {boxes.map((box, index) => {
        const id = box.id ?? String(index);
        if (box.label === '') return null;
        return (
          <span
            key={id}
            aria-hidden={onSelect ? 'true' : undefined}
            className={cn(
              'pointer-events-none absolute truncate rounded-[4px] px-1.5 text-[0.6875rem] leading-5 font-semibold text-white transition-opacity',
              selected !== null && selected !== id && 'opacity-0',
            )}
            style={labelStyle(box)}
          >
            {box.label}
          </span>
        );
      })}
    </div>
  );
}
