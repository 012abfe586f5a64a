import { z } from 'zod';
import { areaSessionSchema } from '#contract/areas.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The latest area sessions that the caller may see, newest first. */
export const areaSessionsQuery = (limit: number) =>
  apiQuery(['/api/area-sessions'], z.array(areaSessionSchema), { limit });
