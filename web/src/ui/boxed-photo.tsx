import { useState, type CSSProperties } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Colours on a photograph stay the same in both themes, since the picture does; white text reads on all of them. */
const toneColours = {
  critical: '#b3231a',
  high: '#b4540a',
  medium: '#806200',
  low: '#51616a',
  accent: '#0b6b63',
} as const;
const palette = ['#0b6b63', '#2f5fb3', '#7a3fa0', '#a23a6d', '#8a5a00', '#4a6b1f', '#51616a'] as const;

/** A severity, the accent, or the number of a colour in the palette of seven (for objects, which have no severity). */
export type BoxTone = keyof typeof toneColours | number;

const colourOf = (tone: BoxTone): string =>
  (typeof tone === 'number' ? palette[tone % palette.length] : toneColours[tone]) ?? toneColours.accent;

export interface PhotoBox {
  /** Given back by `onSelect`; its place in the list when left out. */
  id?: string;
  /** Fractions 0-1 of the upright picture, from its top left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Empty for a box without words. */
  label: string;
  tone: BoxTone;
}

interface BoxedPhotoProps {
  src: string;
  alt: string;
  boxes?: readonly PhotoBox[];
  /** Pixels of the upright picture; known ones keep the boxes from appearing only after the picture has loaded. */
  width?: number | null;
  height?: number | null;
  /** `cover` and `contain` fill the frame that `className` gives; `natural` takes the picture's own height. */
  fit?: 'cover' | 'contain' | 'natural';
  /** The box that stands out; the others step back. */
  selected?: string | null;
  /** Makes the boxes buttons. */
  onSelect?: (id: string) => void;
  loading?: 'lazy' | 'eager';
  className?: string;
}

/** Length from the frame's left edge (or top edge) of a fraction of the shown picture. */
const across = (fraction: number) => `((100cqw - var(--shown-w)) / 2 + var(--shown-w) * ${fraction})`;
const down = (fraction: number) => `((100cqh - var(--shown-h)) / 2 + var(--shown-h) * ${fraction})`;

function boxStyle(box: PhotoBox): CSSProperties {
  return {
    left: `calc${across(box.x)}`,
    top: `calc${down(box.y)}`,
    width: `calc(var(--shown-w) * ${box.width})`,
    height: `calc(var(--shown-h) * ${box.height})`,
    outlineColor: colourOf(box.tone),
  };
}

/** Above the box, kept inside the frame where the box touches its edge or the picture is cropped. */
function labelStyle(box: PhotoBox): CSSProperties {
  const top = `max(2px, ${down(box.y)} - 22px)`;
  const color = { background: colourOf(box.tone), top };
  return box.x + box.width / 2 > 0.6
    ? { ...color, right: `max(2px, 100cqw - ${across(box.x + box.width)})` }
    : { ...color, left: `max(2px, ${across(box.x)})` };
}

/**
 * A photograph with boxes drawn where they belong on the picture, whatever part of it the frame shows.
 * `cover` and `contain` need a frame of definite size: `className="h-[300px] w-full"` or `aspect-[4/3]`.
 */
export function BoxedPhoto({
  src,
  alt,
  boxes = [],
  width,
  height,
  fit = 'cover',
  selected = null,
  onSelect,
  loading = 'lazy',
  className,
}: BoxedPhotoProps) {
  const [loaded, setLoaded] = useState<{ src: string; ratio: number } | null>(null);
  const known = width && height ? width / height : null;
  const ratio = known ?? (loaded?.src === src ? loaded.ratio : null);
  const choose = fit === 'cover' ? 'max' : 'min';
  const shown: CSSProperties & Record<'--shown-w' | '--shown-h', string> = {
    '--shown-w': `${choose}(100cqw, 100cqh * ${ratio ?? 1})`,
    '--shown-h': `${choose}(100cqh, 100cqw / ${ratio ?? 1})`,
  };
  return (
    <div
      className={cn('relative w-full overflow-hidden rounded-card bg-sunken [container-type:size]', className)}
      style={fit === 'natural' ? { aspectRatio: ratio ?? 4 / 3 } : undefined}
    >
      <img
        src={src}
        alt={alt}
        loading={loading}
        decoding="async"
        className={cn('absolute inset-0 size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalHeight > 0) setLoaded({ src, ratio: naturalWidth / naturalHeight });
        }}
      />
      {ratio !== null && (
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
                  'absolute rounded-[3px] border-2 border-white outline-[1.5px] outline-solid transition-opacity focus-visible:outline-[3px]',
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
                  'pointer-events-none absolute max-w-[calc(100%-4px)] truncate rounded-[4px] px-1.5 text-[11px] leading-5 font-semibold text-white transition-opacity',
                  selected !== null && selected !== id && 'opacity-0',
                )}
                style={labelStyle(box)}
              >
                {box.label}
              </span>
            );
          })}
        </div>
      )}
    </div>
  );
}
