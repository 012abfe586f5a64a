import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { areaPhotosQuery, inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { newestFirst } from '#web/lib/order.ts';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import type { PhotoSource, PhotoSubject } from '#web/features/photos/upload/photo-kind.ts';
import { givenPlaceOf } from '#web/lib/current-place.ts';
import type { Scope } from '#web/lib/scope.ts';
import { unfinished } from '#web/features/photos/upload/upload-queue.ts';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';

/** The photos and open findings of an area session or inspection, and its uploads. */
export function useInspectionUploads(scope: Scope) {
  const ofArea = useQuery({ ...areaPhotosQuery(scope.id), enabled: scope.of === 'area-sessions' });
  const ofInspection = useQuery({ ...inspectionPhotosQuery(scope.id), enabled: scope.of === 'inspections' });
  const query = scope.of === 'area-sessions' ? ofArea : ofInspection;
  const saved = ofArea.data?.photos ?? ofInspection.data;
  const findings = useFindings(scope);
  const [uploads, queue] = useUploadQueue(scope);
  const [refused, setRefused] = useState<string[]>([]);
  const photos = newestFirst(saved ?? []);
  const open = (findings.data ?? []).filter(isOpenFinding);
  const savedIds = new Set(photos.map(({ id }) => id));
  return {
    error: query.error,
    refetch: query.refetch,
    /** False until the list of photos has loaded. */
    loaded: saved !== undefined,
    photos,
    openFindings: open,
    openFindingsOf: ({ id }: Photo) => open.filter(({ photoId }) => photoId === id).length,
    /** The number of photos without a result, including those that the server is still saving. */
    analyzing:
      photos.filter(({ analysisStatus }) => analysisStatus === 'pending').length +
      uploads.filter(({ status, progress }) => status === 'uploading' && progress >= 100).length,
    /** Uploads whose photos are not in the list yet. */
    unsaved: uploads.filter(({ id }) => !savedIds.has(id)).toReversed(),
    previewOf: ({ id }: Photo) => queue.previewOf(id),
    uploads,
    queue,
    waiting: unfinished(uploads).length,
    refused,
    add: (files: File[], source: PhotoSource, subject: PhotoSubject) =>
      addShrunk(files, (fit) => setRefused(queue.add(fit, source, { ...subject, ...givenPlaceOf(scope) }))),
  };
}
export type InspectionUploads = ReturnType<typeof useInspectionUploads>;
