import { useMutation, useQueryClient } from '@tanstack/react-query';
import { photoListSchema, photoSchema, uploadAnswerSchema, type Photo, type PhotoInput } from '#contract/photos.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate, queryClient } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

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

/** Puts a photo that was just saved into its area's list, so that it takes the place of its upload at once. */
export function showSavedPhoto(sessionId: string, photo: Photo): void {
  queryClient.setQueryData(areaPhotosQuery(sessionId).queryKey, (list) =>
    list ? { photos: [...list.photos.filter(({ id }) => id !== photo.id), photo] } : undefined,
  );
  void invalidate('/api/area-sessions', '/api/inspection-runs');
}

/** Deletes a photo, its file and its open AI findings. */
export function useDeletePhoto(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/photos/${id}`),
    onSuccess: async (_, id) => {
      client.setQueryData(areaPhotosQuery(sessionId).queryKey, (list) =>
        list ? { photos: list.photos.filter((photo) => photo.id !== id) } : undefined,
      );
      toast({ title: 'Photo deleted' });
      await invalidate('/api/area-sessions', '/api/inspection-runs');
    },
    onError: (error) => toastError('Error', error),
  });
}
