import { registerPhoto, requestUpload, showSavedPhoto } from '#web/features/photos/api.ts';
import { showSavedMessage } from '#web/features/photos/saved-message.ts';
import type { PhotoCategory } from '#web/features/photos/upload/photo-kind.ts';
import { createFileKind } from '#web/features/uploads/file-kind.ts';
import type { Scope } from '#web/lib/scope.ts';
import { callDelays, isRetryableRegistration, partDelays, withRetries } from '#web/lib/retry-rules.ts';
import type { Photo } from '#contract/photos.ts';

export interface GalleryPurpose {
  scope: Scope;
  category: PhotoCategory;
  /** The place that they show. */
  building?: string;
  floor?: string;
  room?: string;
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Photos chosen in the upload dashboard. */
export const galleryPhotoKind = createFileKind<GalleryPurpose, Photo, { sha256?: string }>({
  name: 'gallery-photo',
  // The server compares this hash with the hash of the received file. Browsers can compute it only on secure pages.
  async prepare(file) {
    return isSecureContext ? { sha256: hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) } : {};
  },
  async address(file, signal) {
    const request = () => requestUpload(file, { signal, redirectsOn401: false });
    return { method: 'PUT', url: await withRetries(request, { delays: callDelays, signal }) };
  },
  async register({ id, payload: { purpose, texts } }, { name, url, facts }, signal) {
    const { scope, category, building, floor, room } = purpose;
    const source = 'gallery' as const;
    const input = {
      id,
      filename: name,
      url,
      category,
      building,
      floor,
      room,
      source,
      sha256: facts?.sha256,
      description: texts['description'],
    };
    const photo = await withRetries(() => registerPhoto(scope, input, { signal, redirectsOn401: false }), {
      delays: partDelays,
      signal,
      retryable: isRetryableRegistration,
    });
    showSavedPhoto(scope, photo);
    return photo;
  },
  onBatchDone: showSavedMessage,
});
