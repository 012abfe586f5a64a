import { Minus, Plus } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { useZoom } from '#web/features/photos/use-zoom.ts';
import { cn } from '#web/lib/cn.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';

interface PhotoStageProps {
  src: string;
  /** A changed key loads the picture again from the same address. */
  pictureKey?: string;
  alt: string;
  width: number | null;
  height: number | null;
  boxes: readonly PhotoBox[];
  /** Marks that people drew on the photo. */
  marks?: readonly PhotoMark[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** Called for a swipe while the picture is not zoomed in. */
  onSwipe: (step: 1 | -1) => void;
  /** Shown over the picture instead of the boxes; it handles the pointer itself. */
  overlay?: ReactNode;
}

const zoomButton =
  'grid size-11 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 disabled:opacity-40 [&_svg]:size-5';

interface ZoomButtonsProps {
  zoom: number;
  hidden: boolean;
  onZoom: (factor: number) => void;
}

function ZoomButtons({ zoom, hidden, onZoom }: ZoomButtonsProps) {
  return (
    <div className={cn('absolute end-3 bottom-3 flex gap-2', hidden && 'hidden')}>
      <button
        type="button"
        aria-label={t('Zoom out')}
        disabled={zoom <= 1}
        className={zoomButton}
        onClick={() => onZoom(1 / 1.6)}
      >
        <Minus aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={t('Zoom in')}
        disabled={zoom >= 6}
        className={zoomButton}
        onClick={() => onZoom(1.6)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  );
}

/** A large photo that can be zoomed and dragged, with boxes or an overlay on it. */
export function PhotoStage(props: PhotoStageProps) {
  const { src, pictureKey, alt, width, height, boxes, marks, selected, onSelect, onSwipe, overlay } = props;
  const frame = useRef<HTMLDivElement>(null);
  const editing = overlay !== undefined;
  const { view, zoomBy, handlers } = useZoom({ frame, disabled: editing, onSwipe });
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
      {...handlers}
      onDoubleClick={(event) => {
        if (!editing) zoomBy(view.zoom > 1 ? 0 : 2.5, event);
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <div className="absolute top-0 left-0 origin-top-left" style={zoomed}>
        {/*
          With a margin while a box is edited, because corners at the edge of the screen cannot be dragged. On phones, the
          picture begins below the Back button, which would cover labels.
        */}
        <div
          className={cn(
            'absolute',
            editing ? 'inset-x-6 top-16 bottom-6' : 'inset-0 max-lg:[@media(min-height:640px)]:top-16',
          )}
        >
          <BoxedPhoto
            key={pictureKey}
            src={src}
            alt={alt}
            width={width}
            height={height}
            fit="contain"
            loading="eager"
            boxes={editing ? [] : boxes}
            marks={editing ? [] : marks}
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
      <ZoomButtons zoom={view.zoom} hidden={editing} onZoom={zoomBy} />
    </div>
  );
}
