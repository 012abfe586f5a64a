import { Check, FileImage } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import type { AreaCode } from '#contract/area-codes.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { cn } from '#web/lib/cn.ts';
import type { SortedPhoto } from './use-sorting.ts';

/** The data type of a dragged photo; other dragged things are ignored. */
const dragType = 'application/x-innspect-photo';

function Tile({
  photo,
  selected,
  onToggle,
  onDragStart,
}: {
  photo: SortedPhoto;
  selected: boolean;
  onToggle: () => void;
  onDragStart: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={photo.filename}
      title={photo.filename}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, photo.id);
        dataTransfer.effectAllowed = 'move';
        onDragStart();
      }}
      onClick={onToggle}
      className={cn(
        'relative aspect-square w-full cursor-grab overflow-hidden rounded-control bg-sunken active:cursor-grabbing',
        selected && 'outline-3 outline-accent',
      )}
    >
      {photo.thumbnail ? (
        <img src={photo.thumbnail} alt="" draggable={false} className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-content-center justify-items-center gap-1 p-1 text-ink-2">
          <FileImage aria-hidden="true" className="size-5" />
          <span className="max-w-full truncate text-small">{photo.filename}</span>
        </span>
      )}
      {selected && (
        <span className="absolute end-1 top-1 grid size-6 place-items-center rounded-full bg-accent text-on-accent">
          <Check aria-hidden="true" className="size-4" />
        </span>
      )}
    </button>
  );
}

interface PlaceProps {
  name: ReactNode;
  photos: readonly SortedPhoto[];
  selection: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onDragStart: (id: string) => void;
  onDrop: () => void;
}

/** An area, or the photos without one, as a drop target. */
function Place({ name, photos, selection, onToggle, onDragStart, onDrop }: PlaceProps) {
  const [over, setOver] = useState(false);
  const isPhoto = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType);
  return (
    <section
      className={cn('rounded-card border border-line bg-surface p-3', over && 'border-accent bg-accent-soft')}
      onDragOver={(event) => {
        if (!isPhoto(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!isPhoto(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <header className="flex items-center gap-2">
        <h2 className="flex min-w-0 items-center gap-2 font-strong [&_svg]:size-4 [&_svg]:text-ink-2">{name}</h2>
        <span className="text-small text-ink-2">{plural(photos.length, 'photo')}</span>
      </header>
      {photos.length > 0 && (
        <ul className="mt-2.5 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-8">
          {photos.map((photo) => (
            <li key={photo.id}>
              <Tile
                photo={photo}
                selected={selection.has(photo.id)}
                onToggle={() => onToggle(photo.id)}
                onDragStart={() => onDragStart(photo.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface BoardProps {
  areas: readonly AreaSession[];
  photos: readonly SortedPhoto[];
  selection: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onMove: (ids: Iterable<string>, area: AreaCode | null) => void;
}

/** The photos grouped by area. Photos can be dragged to another area; all selected ones move together. */
export function Board({ areas, photos, selection, onToggle, onMove }: BoardProps) {
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const unsorted = photos.filter(({ area }) => area === null);
  const place = (area: AreaCode | null) => ({
    photos: photos.filter((photo) => photo.area === area),
    selection,
    onToggle,
    onDragStart: (id: string) => setDragged(selection.has(id) ? [...selection] : [id]),
    onDrop: () => onMove(dragged, area),
  });
  return (
    <div className="grid gap-3">
      {unsorted.length > 0 && <Place name={t('Not sorted')} {...place(null)} />}
      {areas.map(({ id, area }) => (
        <Place
          key={id}
          name={
            <>
              <AreaIcon name={area.icon} />
              {t(area.name)}
            </>
          }
          {...place(area.code)}
        />
      ))}
    </div>
  );
}
