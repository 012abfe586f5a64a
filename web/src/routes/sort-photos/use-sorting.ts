import { useEffect, useMemo, useRef, useState } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Detector } from '#web/features/frames/device/detector.ts';
import { openDetector } from '#web/features/frames/device/use-detector.ts';
import { readPhoto, type ReadPhoto } from './clues.ts';
import { suggestAreas } from './suggestion.rules.ts';

/** How many photos can be sorted at once. */
export const maxPhotos = 100;

export interface SortedPhoto extends ReadPhoto {
  area: AreaCode | null;
}

/** Reads chosen photos one after the other. The detector is loaded with the first photo and closed with the screen. */
function useReader() {
  const detector = useRef<Promise<Detector | null> | null>(null);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
      void detector.current?.then((opened) => opened?.close());
    };
  }, []);
  return async (files: readonly File[], onRead: (photo: ReadPhoto) => void): Promise<void> => {
    detector.current ??= openDetector().catch((error: unknown) => {
      console.warn('Photos are sorted by name and time alone', error);
      return null;
    });
    const opened = await detector.current;
    for (const file of files) {
      if (unmounted.current) return;
      onRead(await readPhoto(crypto.randomUUID(), file, opened));
    }
  };
}

/**
 * The chosen photos, each with its suggested area or the one that a person chose. Suggestions appear only once all
 * chosen photos are read, so that none moves while a person makes corrections.
 */
export function useSorting(open: ReadonlySet<AreaCode>) {
  const [photos, setPhotos] = useState<readonly ReadPhoto[]>([]);
  const [moved, setMoved] = useState<ReadonlyMap<string, AreaCode | null>>(new Map());
  /** The number of files that are not read yet. */
  const [unread, setUnread] = useState(0);
  const read = useReader();
  const suggestions = useMemo(
    () => (unread > 0 ? new Map<string, AreaCode | null>() : suggestAreas(photos, open)),
    [photos, open, unread],
  );
  const shown = useRef(photos);
  useEffect(() => {
    shown.current = photos;
  }, [photos]);
  useEffect(
    () => () => {
      for (const { thumbnail } of shown.current) if (thumbnail) URL.revokeObjectURL(thumbnail);
    },
    [],
  );
  const sorted = photos.map((photo): SortedPhoto => {
    const area = moved.has(photo.id) ? moved.get(photo.id) : suggestions.get(photo.id);
    // The area may have been completed on another device meanwhile.
    return { ...photo, area: area && open.has(area) ? area : null };
  });
  return {
    photos: sorted,
    unread,
    room: maxPhotos - photos.length - unread,
    async choose(files: readonly File[]) {
      setUnread((count) => count + files.length);
      await read(files, (photo) => {
        setPhotos((before) => [...before, photo]);
        setUnread((count) => count - 1);
      });
    },
    /** Moves photos to an area, or back to the unsorted ones. */
    move(ids: Iterable<string>, area: AreaCode | null) {
      setMoved((before) => new Map([...before, ...[...ids].map((id) => [id, area] as const)]));
    },
    remove(ids: ReadonlySet<string>) {
      for (const { id, thumbnail } of photos) if (ids.has(id) && thumbnail) URL.revokeObjectURL(thumbnail);
      setPhotos((before) => before.filter(({ id }) => !ids.has(id)));
    },
  };
}
