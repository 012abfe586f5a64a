import type { TypedPlace } from '#web/lib/current-place.ts';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { photoListSchema, photoSchema, uploadAnswerSchema, type Photo, type PhotoInput } from '#contract/photos.ts';
import { api, type RequestOptions } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { applySaved } from '#web/lib/saved-answers.ts';
import type { PhotoScope, Scope } from '#web/lib/scope.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export const areaPhotosQuery = (areaSessionId: string) =>
  apiQuery(['/api/area-sessions', areaSessionId, 'photos'], photoListSchema);
export const inspectionPhotosQuery = (id: string) => apiQuery(['/api/inspections', id, 'photos'], z.array(photoSchema));

/** Requests a signed address to which one file is uploaded by PUT. */
export async function requestUpload(
  file: { name: string; type: string; size: number },
  options?: RequestOptions,
): Promise<string> {
  const input = { filename: file.name, contentType: file.type, size: file.size };
  const { uploadURL } = await api.post('/api/objects/upload', input, uploadAnswerSchema, options);
  return uploadURL;
}

const keyOf = { 'area-sessions': 'areaSessionId', inspections: 'inspectionId', 'pip-items': 'planItemId' } as const;

/** Registers an uploaded file as a photo. A retry with the same id returns the same photo. */
export function registerPhoto(
  { of, id }: PhotoScope,
  photo: Omit<PhotoInput, (typeof keyOf)[keyof typeof keyOf]>,
  options?: RequestOptions,
): Promise<Photo> {
  return api.post('/api/photos', { ...photo, [keyOf[of]]: id }, photoSchema, options);
}

/** Changes the list of photos on the screen and on the device. */
function changeList({ of, id }: Scope, change: (photos: Photo[]) => Photo[]): void {
  if (of === 'area-sessions') {
    void applySaved(areaPhotosQuery(id).queryKey, ({ photos }) => ({ photos: change(photos) }));
  } else {
    void applySaved(inspectionPhotosQuery(id).queryKey, change);
  }
}

const invalidateRelated = () => invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');

/** Adds a saved photo to the cached list, so that it replaces its upload without a reload. */
export function showSavedPhoto(scope: PhotoScope, photo: Photo): void {
  if (scope.of === 'pip-items') return void invalidate('/api/pip-reports');
  changeList(scope, (photos) => [...photos.filter(({ id }) => id !== photo.id), photo]);
  void invalidateRelated();
}

/** Replaces a changed photo in the cached list. */
export async function showChangedPhoto(scope: Scope, saved: Photo): Promise<void> {
  changeList(scope, (photos) => photos.map((photo) => (photo.id === saved.id ? saved : photo)));
  await invalidateRelated();
}

/** Sets the place of a photo; its findings move with it. */
export function usePlacePhoto(scope: Scope) {
  return useMutation({
    mutationFn: ({ id, place }: { id: string; place: TypedPlace }) =>
      api.patch(`/api/photos/${id}`, place, photoSchema),
    onSuccess: (saved) => showChangedPhoto(scope, saved),
    onError: (error) => toastError(t('Error'), error),
  });
}

/** Deletes a photo with its file and its open AI findings. */
export function useDeletePhoto(scope: Scope) {
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/photos/${id}`),
    onSuccess: (_, id) => {
      changeList(scope, (photos) => photos.filter((photo) => photo.id !== id));
      toast({ title: t('Photo deleted') });
      void invalidateRelated();
    },
    onError: (error) => toastError(t('Error'), error),
  });
}
