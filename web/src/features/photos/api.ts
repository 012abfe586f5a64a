import { useMutation } from '@tanstack/react-query';
import { photoListSchema, photoSchema, uploadAnswerSchema, type Photo, type PhotoInput } from '#contract/photos.ts';
import { inspectionPhotosQuery } from '#web/features/inspections/api.ts';
import { api } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { apiQuery, invalidate, queryClient } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** What photos belong to. */
export type PhotoHolder = { areaSessionId: string } | { inspectionId: string };

/** All photos of an area session. */
export const areaPhotosQuery = (sessionId: string) =>
  apiQuery(['/api/area-sessions', sessionId, 'photos'], photoListSchema);

/** A signed address that takes one file by PUT. */
export async function requestUpload(file: { name: string; type: string; size: number }): Promise<string> {
  const input = { filename: file.name, contentType: file.type, size: file.size };
  const { uploadURL } = await api.post('/api/objects/upload', input, uploadAnswerSchema);
  return uploadURL;
}

/** Takes an uploaded file as a photo. The same id again answers the same photo. */
export const registerPhoto = (input: PhotoInput): Promise<Photo> => api.post('/api/photos', input, photoSchema);

/** Changes the list of the holder's photos that is on screen, if it has been read. */
function changeList(holder: PhotoHolder, change: (photos: Photo[]) => Photo[]): void {
  if ('areaSessionId' in holder) {
    queryClient.setQueryData(areaPhotosQuery(holder.areaSessionId).queryKey, (list) =>
      list ? { photos: change(list.photos) } : undefined,
    );
  } else {
    queryClient.setQueryData(inspectionPhotosQuery(holder.inspectionId).queryKey, (list) =>
      list ? change(list) : undefined,
    );
  }
}

const outdated = () => invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');

/** Puts a photo that was just saved into its holder's list, so that it takes the place of its upload at once. */
export function showSavedPhoto(holder: PhotoHolder, photo: Photo): void {
  changeList(holder, (photos) => [...photos.filter(({ id }) => id !== photo.id), photo]);
  void outdated();
}

/** One message for all photos that were sent together. */
export function tellSaved(photos: readonly Pick<Photo, 'aiAnalysis'>[]): void {
  const analysed = photos.every(({ aiAnalysis }) => aiAnalysis !== null);
  toast({
    title: analysed ? 'Photo Uploaded & Analyzed' : 'Photo uploaded successfully',
    description: photos.length > 1 ? plural(photos.length, 'photo') : undefined,
  });
}

/** Deletes a photo, its file and its open AI findings. */
export function useDeletePhoto(holder: PhotoHolder) {
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/photos/${id}`),
    onSuccess: async (_, id) => {
      changeList(holder, (photos) => photos.filter((photo) => photo.id !== id));
      toast({ title: 'Photo deleted' });
      await outdated();
    },
    onError: (error) => toastError('Error', error),
  });
}
