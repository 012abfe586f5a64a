import { clockFault } from '#contract/device-clock.ts';
import type { photoSources } from '#contract/photos.ts';
import type { Plan, PlanItem } from '#contract/plans.ts';
import { evidencePhotosOf } from '#contract/plan-lines.ts';
import type { PhotoEvidence } from '#server/photos/photos.rules.ts';
import type { Times } from './times.ts';

/** A photo of a plan with the facts that make it evidence, and the item to which it belongs. */
export interface EvidenceRow {
  /** The number of its item in the plan, starting at 1. */
  number: number;
  item: PlanItem;
  shows: 'defect' | 'finished work';
  photo: PhotoEvidence;
}

const photosOf = (item: PlanItem): { id: string; shows: EvidenceRow['shows'] }[] => [
  ...evidencePhotosOf(item).map((id) => ({ id, shows: 'defect' as const })),
  ...item.completionPhotos.map(({ id }) => ({ id, shows: 'finished work' as const })),
];

export const photoIdsOf = (plan: Plan): string[] => [
  ...new Set(plan.items.flatMap((item) => photosOf(item).map(({ id }) => id))),
];

/** The photos of a plan in the order of its items. */
export const evidenceRows = (plan: Plan, photos: ReadonlyMap<string, PhotoEvidence>): EvidenceRow[] =>
  plan.items.flatMap((item, index) =>
    photosOf(item).flatMap(({ id, shows }) => {
      const photo = photos.get(id);
      return photo ? [{ number: index + 1, item, shows, photo }] : [];
    }),
  );

export const sourceTexts: Record<(typeof photoSources)[number], string> = {
  camera: 'Camera of the app',
  gallery: 'Chosen file',
  live: 'Live inspection',
  unknown: 'Not recorded',
};

export const timeText = (time: Date | null, times: Times): string => (time ? times.text(time) : 'Not recorded');

/** What is wrong with the clock that gave the time of the photo, as in `95 min slow`; null where nothing is. */
export function clockFaultText({ deviceClock }: Pick<PhotoEvidence, 'deviceClock'>): string | null {
  const fault = clockFault(deviceClock);
  if (!deviceClock || !fault) return null;
  if (fault === 'set_back') return 'set back';
  const minutes = Math.floor(Math.abs(deviceClock.offsetSeconds) / 60);
  return `${minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`} ${fault}`;
}

/** Formats coordinates as in `43.66000, -70.25000`. */
export const coordinatesText = ({ latitude, longitude }: Pick<PhotoEvidence, 'latitude' | 'longitude'>): string =>
  latitude === null || longitude === null ? 'Not recorded' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
