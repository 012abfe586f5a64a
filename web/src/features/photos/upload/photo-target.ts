import type { Photo } from '#contract/photos.ts';
import { registerPhoto, requestUpload, showSavedPhoto } from '#web/features/photos/api.ts';
import { showSavedMessage } from '#web/features/photos/saved-message.ts';
import type { PhotoCategory } from '#web/features/photos/upload/photo-kind.ts';
import { callDelays, isRetryableRegistration, partDelays, withRetries } from '#web/lib/transfer/retry-rules.ts';
import type { Scope } from '#web/lib/scope.ts';
import type { UploadFacts, UploadTarget } from '#web/lib/transfer/upload-target.ts';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const textOf = (fact: string | number | undefined): string | undefined =>
  fact === undefined ? undefined : String(fact);

/** How the upload widget's files become photos, and what tells of them when all are through. */
export function photoTarget(scope: Scope, category: PhotoCategory): { target: UploadTarget; onComplete: () => void } {
  const saved: Photo[] = [];
  const target: UploadTarget = {
    // The server compares it with what arrived. Browsers compute it only on a secure page.
    async prepare(file): Promise<UploadFacts> {
      return isSecureContext ? { sha256: hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) } : {};
    },
    async address(file, signal) {
      const url = await withRetries(() => requestUpload(file, { signal, leavesOn401: false }), {
        delays: callDelays,
        signal,
      });
      return { method: 'PUT', url };
    },
    async register({ id, name, url, facts }, signal) {
      const { sha256, description } = facts;
      const input = {
        id,
        filename: name,
        url,
        category,
        source: 'gallery' as const,
        sha256: textOf(sha256),
        description: textOf(description),
      };
      const photo = await withRetries(() => registerPhoto(scope, input, { signal, leavesOn401: false }), {
        delays: partDelays,
        signal,
        retryable: isRetryableRegistration,
      });
      showSavedPhoto(scope, photo);
      saved.push(photo);
    },
  };
  return {
    target,
    onComplete: () => {
      const photos = saved.splice(0);
      if (photos.length > 0) showSavedMessage(photos);
    },
  };
}
