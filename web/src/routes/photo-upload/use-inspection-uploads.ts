import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { newestFirst } from '#web/features/photos/photo-areas.ts';
import type { PhotoSource, PhotoSubject } from '#web/features/photos/upload/photo-kind.ts';
import { unfinished } from '#web/features/photos/upload/upload-queue.ts';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';

/** The photos of an inspection with their open findings, and its uploads. */
export function useInspectionUploads(inspectionId: string) {
  const query = useQuery(inspectionPhotosQuery(inspectionId));
  const findings = useFindings({ of: 'inspections', id: inspectionId });
  const [uploads, queue] = useUploadQueue({ of: 'inspections', id: inspectionId });
  const [refused, setRefused] = useState<string[]>([]);
  const photos = newestFirst(query.data ?? []);
  const open = (findings.data ?? []).filter(isOpenFinding);
  const saved = new Set(photos.map(({ id }) => id));
  return {
    query,
    photos,
    openFindings: open,
    openFindingsOf: ({ id }: Photo) => open.filter(({ photoId }) => photoId === id).length,
    /** The number of photos without a result yet, counting those that the server is saving. */
    analyzing:
      photos.filter(({ analysisStatus }) => analysisStatus === 'pending').length +
      uploads.filter(({ status, progress }) => status === 'uploading' && progress >= 100).length,
    /** Uploads whose photos are not in the list yet. */
    unsaved: uploads.filter(({ id }) => !saved.has(id)).toReversed(),
    previewOf: ({ id }: Photo) => queue.previewOf(id),
    uploads,
    queue,
    waiting: unfinished(uploads).length,
    refused,
    add: (files: File[], source: PhotoSource, subject: PhotoSubject) => setRefused(queue.add(files, source, subject)),
  };
}
export type InspectionUploads = ReturnType<typeof useInspectionUploads>;
