import { useState } from 'react';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { cn } from '#web/lib/cn.ts';
import { BoxLayer, type PhotoBox } from '#web/ui/box-layer.tsx';
import { MarkLayer } from '#web/ui/mark-layer.tsx';

interface BoxedPhotoProps {
  src: string;
  alt: string;
  boxes?: readonly PhotoBox[];
  /** Arrows and texts that people drew on the photo. */
  marks?: readonly PhotoMark[];
  /** The size of the upright picture in pixels; with it the boxes appear before the picture has loaded. */
  width?: number | null;
  height?: number | null;
  /** `cover` and `contain` fill the frame of `className`; `natural` has the height of the picture. */
  fit?: 'cover' | 'contain' | 'natural';
  /** The emphasized box; all others are dimmed. */
  selected?: string | null;
  /** Called when a box is pressed; without it the boxes are not buttons. */
  onSelect?: (id: string) => void;
  loading?: 'lazy' | 'eager';
  className?: string;
}

/**
 * A photo with boxes drawn on it, even when only a part of it is visible. `cover` and `contain` need a frame with a
 * definite size: `className="h-[300px] w-full"` or `aspect-[4/3]`.
 */
export function BoxedPhoto({
  src,
  alt,
  boxes = [],
  marks = [],
  width,
  height,
  fit = 'cover',
  selected = null,
  onSelect,
  loading = 'lazy',
  className,
}: BoxedPhotoProps) {
  const [loaded, setLoaded] = useState<{ src: string; ratio: number } | null>(null);
  const givenRatio = width && height ? width / height : null;
  const ratio = givenRatio ?? (loaded?.src === src ? loaded.ratio : null);
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
      {ratio !== null && marks.length > 0 && (
        <div
          className="absolute top-1/2 left-1/2 -translate-1/2"
          style={{ width: `${fit === 'cover' ? 'max' : 'min'}(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}
        >
          <MarkLayer marks={marks} />
        </div>
      )}
      {ratio !== null && <BoxLayer boxes={boxes} ratio={ratio} fit={fit} selected={selected} onSelect={onSelect} />}
    </div>
  );
}
