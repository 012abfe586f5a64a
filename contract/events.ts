import { z } from 'zod';
import { id } from './common.ts';
import { aiDetectionSchema, inspectionUpdateSchema } from './frames.ts';
import { analysisStatuses } from './photos.ts';

/**
 * The events that the server pushes over /ws, as `{type, payload}`. A payload contains only ids, and the page reads
 * what it shows through the calls, so that events reveal nothing that a user may not read. Only the events of a
 * recording are shown directly, and they are sent only to users who may read all of it.
 */
export const serverEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('photo_analysed'),
    payload: z.object({
      photoId: id,
      areaSessionId: id.nullable(),
      inspectionId: id.nullable(),
      status: z.enum(analysisStatuses),
    }),
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
  z.object({ type: z.literal('recording_changed'), payload: z.object({ inspectionId: id }) }),
  z.object({
    type: z.literal('area_session_changed'),
    payload: z.object({ areaSessionId: id, runId: id, propertyId: id }),
  }),
  z.object({ type: z.literal('ai_detection'), payload: aiDetectionSchema }),
  z.object({ type: z.literal('inspection_update'), payload: inspectionUpdateSchema }),
  /** The reason why a message of this page was refused. */
  z.object({ type: z.literal('error'), payload: z.object({ status: z.number().int(), message: z.string() }) }),
  z.object({ type: z.literal('case_changed'), payload: z.object({ caseId: id, status: z.string() }) }),
  z.object({ type: z.literal('pip_changed'), payload: z.object({ pipReportId: id, propertyId: id }) }),
  z.object({ type: z.literal('notification'), payload: z.object({ notificationId: id }) }),
  /** The user signed in or out on some device. Sockets of a session that has ended are closed. */
  z.object({
    type: z.literal('sessions_changed'),
    /** The session that was renewed under another id, whose pages reconnect. */
    payload: z.object({ renewedId: id.nullable() }),
  }),
  /** The progress or the versions of the AI's learning have changed. */
  z.object({ type: z.literal('learning_changed'), payload: z.object({ running: z.boolean() }) }),
  z.object({
    type: z.literal('sample_progress'),
    payload: z.object({ state: z.enum(['off', 'loading', 'ready', 'failed']), percent: z.number() }),
  }),
]);
export type ServerEvent = z.infer<typeof serverEventSchema>;

/** The messages that an open page may send over /ws, as `{type, payload}`. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('inspection_update'), payload: inspectionUpdateSchema }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
