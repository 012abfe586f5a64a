import { z } from 'zod';
import { id } from './common.ts';

/**
 * What the server pushes over /ws, as `{type, payload}`. A payload carries ids only: the page reads what it
 * shows through the calls, so that nobody learns by push what they may not read.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('photo_analysed'),
    payload: z.object({ photoId: id, areaSessionId: id.nullable(), inspectionId: id.nullable() }),
  }),
  z.object({
    type: z.literal('photo_changed'),
    payload: z.object({ areaSessionId: id.nullable(), inspectionId: id.nullable() }),
  }),
  z.object({
    type: z.literal('issue_changed'),
    payload: z.object({ areaSessionId: id.nullable(), inspectionId: id.nullable() }),
  }),
  z.object({
    type: z.literal('inspection_changed'),
    payload: z.object({
      inspectionId: id,
      areaSessionId: id.nullable(),
      runId: id.nullable(),
      propertyId: id,
      status: z.string(),
    }),
  }),
  z.object({
    type: z.literal('area_session_changed'),
    payload: z.object({ areaSessionId: id, runId: id, propertyId: id }),
  }),
  z.object({ type: z.literal('case_changed'), payload: z.object({ caseId: id, status: z.string() }) }),
  z.object({ type: z.literal('pip_changed'), payload: z.object({ pipReportId: id, propertyId: id }) }),
  z.object({ type: z.literal('notification'), payload: z.object({ notificationId: id }) }),
  z.object({
    type: z.literal('sample_progress'),
    payload: z.object({ state: z.enum(['off', 'loading', 'ready', 'failed']), percent: z.number() }),
  }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
