import { MoveHorizontal } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';

interface Side {
  src: string;
  alt: string;
  boxes?: readonly PhotoBox[];
}

interface ComparePhotosProps {
  before: Side;
  after: Side;
  /** Classes of the frame, which must have a definite height. */
  className?: string;
}

const tag =
  'pointer-events-none absolute bottom-2 rounded-full bg-black/65 px-2.5 py-1 text-[0.75rem] leading-4 font-semibold text-white transition-opacity';

/** Two photos of the same place on top of each other; a slider moves the edge between them. */
export function ComparePhotos({ before, after, className }: ComparePhotosProps) {
  const [edge, setEdge] = useState(50);
  return (
    <div className={cn('relative overflow-hidden rounded-card', className)}>
      <BoxedPhoto {...before} fit="contain" loading="eager" className="absolute inset-0 h-full" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${edge}%)` }}>
        <BoxedPhoto {...after} fit="contain" loading="eager" className="absolute inset-0 h-full" />
      </div>
      <span aria-hidden="true" className={cn(tag, 'left-2', edge < 15 && 'opacity-0')}>
        {t('Before')}
      </span>
      <span aria-hidden="true" className={cn(tag, 'right-2', edge > 85 && 'opacity-0')}>
        {t('After')}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={edge}
        aria-label={t('Edge between before and after')}
        aria-valuetext={t('{edge}% before, {rest}% after', { edge, rest: 100 - edge })}
        className="peer absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
        onChange={(event) => setEdge(Number(event.target.value))}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 -ml-px w-0.5 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.35)] [&>span]:outline-accent peer-focus-visible:[&>span]:outline-[3px] peer-focus-visible:[&>span]:outline-offset-2"
        style={{ left: `${edge}%` }}
      >
        <span className="absolute top-1/2 left-1/2 grid size-10 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-white text-[#14232b] shadow-[0_1px_4px_rgb(0_0_0/0.4)]">
          <MoveHorizontal className="size-5" />
        </span>
      </span>
    </div>
  );
}
