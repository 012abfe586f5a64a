import { useMemo } from 'react';
import { t } from '#contract/language.ts';
import { changedMarks, marksPatch, type MarksPatch, type PhotoMark } from '#contract/photo-marks.ts';
import { photoSchema, type Photo } from '#contract/photos.ts';
import { showChangedPhoto } from '#web/features/photos/api.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { useItems } from '#web/lib/use-items.ts';

interface MarksPayload extends MarksPatch {
  scope: Scope;
  photoId: string;
}

/** The marks on a photo. They wait for a photo that is not saved yet. */
export const photoMarksKind: Kind<MarksPayload, Photo> = {
  ...smallChange('photo-marks', () => invalidate('/api/area-sessions', '/api/inspections')),
  label: () => t('Mark-up of a photo'),
  send({ entry, request }) {
    const { photoId, added, removed } = entry().payload;
    return api.patch(`/api/photos/${photoId}`, { marks: { added, removed } }, photoSchema, request);
  },
  onSaved: ({ entry }, saved) => void showChangedPhoto(entry.payload.scope, saved),
};
outbox.register(photoMarksKind);

const unsentOf = (items: readonly Item[], photoId: string): Entry<MarksPayload>[] =>
  (items as readonly Item<MarksPayload>[])
    .filter(({ entry, stage }) => entry.kind === photoMarksKind.name && stage !== 'saved')
    .map(({ entry }) => entry)
    .filter(({ payload }) => payload.photoId === photoId);

/** The marks on a photo, including changes that this device has not sent yet. */
export function useMarks(scope: Scope, photo: { id: string; marks: readonly PhotoMark[] }): PhotoMark[] {
  const items = useItems(scopePath(scope));
  return useMemo(
    () => unsentOf(items, photo.id).reduce((marks, { payload }) => changedMarks(marks, payload), [...photo.marks]),
    [items, photo],
  );
}

/** Sends the changes to the marks, if there are any. */
export function saveMarks(
  scope: Scope,
  photoId: string,
  before: readonly PhotoMark[],
  after: readonly PhotoMark[],
): void {
  const patch = marksPatch(before, after);
  if (patch.added.length + patch.removed.length === 0) return;
  const parent = scopePath(scope);
  const earlier = unsentOf(outbox.of(parent), photoId).map(({ id }) => id);
  outbox.add(photoMarksKind, { parent, payload: { scope, photoId, ...patch }, after: [photoId, ...earlier] });
}
