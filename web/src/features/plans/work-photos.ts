import { useMutation } from '@tanstack/react-query';
import { photoSchema, type Photo } from '#contract/photos.ts';
import type { PlanItem } from '#contract/plans.ts';
import { requestUpload } from '#web/features/photos/api.ts';
import { api } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';
import { send } from '#web/lib/transfer/send.ts';

const outdated = () => invalidate('/api/pip-reports');

async function addPhoto(item: PlanItem, file: File): Promise<Photo> {
  const url = await requestUpload(file);
  await send({ method: 'PUT', url, body: file, signal: new AbortController().signal });
  const photo = { planItemId: item.id, filename: file.name, url, category: 'common' as const };
  return api.post('/api/photos', photo, photoSchema);
}

/** Adds photos of the finished work of an item, one after the other. */
export const useAddWorkPhotos = (item: PlanItem) =>
  useMutation({
    async mutationFn(files: readonly File[]) {
      for (const file of files) await addPhoto(item, file);
    },
    onError: (error) => toastError('Photo not added', error),
    onSettled: outdated,
  });

export const useRemoveWorkPhoto = () =>
  useMutation({
    mutationFn: (id: string) => api.delete(`/api/photos/${id}`),
    onError: (error) => toastError('Photo not removed', error),
    onSettled: outdated,
  });
