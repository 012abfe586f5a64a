import { photoSchema, uploadAnswerSchema, type Photo } from '#contract/photos.ts';
import { showSavedPhoto, tellSaved, type PhotoHolder } from '#web/features/photos/api.ts';
import type { PhotoCategory } from '#web/features/photos/upload/upload-queue.ts';
import { callJson, callToRegister } from '#web/lib/transfer/call.ts';
import type { UploadFacts, UploadTarget } from '#web/lib/transfer/upload-target.ts';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** How the upload widget's files become photos, and what tells of them when all are through. */
export function photoTarget(
  holder: PhotoHolder,
  category: PhotoCategory,
): { target: UploadTarget; onComplete: () => void } {
  const saved: Photo[] = [];
  const target: UploadTarget = {
    // The server compares it with what arrived. Browsers compute it only on a secure page.
    async prepare(file): Promise<UploadFacts> {
      return isSecureContext ? { sha256: hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) } : {};
    },
    async address({ name, type, size }, signal) {
      const body = { filename: name, contentType: type, size };
      const { uploadURL } = await callJson(
        { method: 'POST', path: '/api/objects/upload', body, signal },
        uploadAnswerSchema,
      );
      return { method: 'PUT', url: uploadURL };
    },
    async register({ id, name, url, facts }, signal) {
      const { sha256, description } = facts;
      const body = { id, ...holder, filename: name, url, category, source: 'gallery', sha256, description };
      const photo = await callToRegister({ method: 'POST', path: '/api/photos', body, signal }, photoSchema);
      showSavedPhoto(holder, photo);
      saved.push(photo);
    },
  };
  return {
    target,
    onComplete: () => {
      const photos = saved.splice(0);
      if (photos.length > 0) tellSaved(photos);
    },
  };
}
