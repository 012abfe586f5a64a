import type { z } from 'zod';
import type { photoInputSchema } from '#contract/photos.ts';
import type { FileFacts } from '#server/analysis/analyzer.service.ts';
import { isSameScope } from '#server/inspections/scope-key.rules.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import { compareClocks } from '#server/platform/http/device-clock.rules.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { photoOfAnotherArea } from '../photos.errors.ts';
import type { NewPhoto } from '../photos.repository.ts';

export type PhotoInput = z.output<typeof photoInputSchema>;

/** Returns the photo if it belongs to this scope; otherwise throws 409. */
export function requireInScope(scope: Scope, photo: PhotoRow): PhotoRow {
  if (isSameScope(photo, scope)) return photo;
  throw photoOfAnotherArea();
}

/** The EXIF time, or null if it is implausible. */
function plausibleTime(text: string | null): Date | null {
  const time = text ? new Date(text) : null;
  return time && time.getUTCFullYear() >= 1900 && time.getUTCFullYear() < 2200 ? time : null;
}

export const newPhotoRow = (
  userId: string,
  scope: Scope,
  input: PhotoInput,
  facts: FileFacts,
  { id, storageKey, received }: { id: string; storageKey: string; /** When the request arrived. */ received: Date },
): NewPhoto => ({
  id,
  userId,
  areaSessionId: scope.areaSessionId,
  inspectionId: scope.inspectionId,
  planItemId: scope.planItemId ?? null,
  // Every photo of a plan item's finished work shows the repair of the item's finding.
  repairOf: (scope.planItemId ? scope.repairOf : input.repairOf) ?? null,
  checkId: input.checkId ?? null,
  filename: input.filename,
  storageKey,
  contentType: facts.mimeType,
  bytes: facts.bytes,
  category: input.category,
  description: input.description,
  building: input.building,
  floor: input.floor,
  room: input.room,
  width: facts.width,
  height: facts.height,
  sha256: facts.sha256,
  source: input.source,
  takenAt: plausibleTime(facts.takenAt),
  deviceClock: input.deviceClock ? compareClocks(input.deviceClock, received) : null,
  latitude: facts.location?.latitude ?? null,
  longitude: facts.location?.longitude ?? null,
  pageCount: facts.document?.pageCount ?? null,
  text: facts.document?.text ?? null,
  analysisStatus: 'pending',
});
