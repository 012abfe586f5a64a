import type { LinkProps } from '@tanstack/react-router';
import type { Inspection } from '#contract/inspections.ts';
import { asSent } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';

/**
 * The signed-in person's live and photo inspections that are in progress or were sent back, newest first; without zod,
 * because every screen asks for them.
 */
export const openInspectionsQuery = apiQuery(['/api/inspections'], asSent<Inspection[]>(), {
  open: 'true',
  standalone: 'true',
});

type Target = Pick<Inspection, 'id' | 'propertyId' | 'area' | 'videoUrl'>;

/** Where the owner works on a live or photo inspection. */
export const workLink = ({ id, propertyId, area, videoUrl }: Target) =>
  (videoUrl === null
    ? { to: '/photo-upload', search: { inspectionId: id } }
    : { to: '/live-inspection', search: { propertyId, area } }) satisfies LinkProps;
