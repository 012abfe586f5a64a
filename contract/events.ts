import { z } from 'zod';
import { id } from './common.ts';
import { aiDetectionSchema, inspectionUpdateSchema } from './frames.ts';
import { analysisStatuses } from './photos.ts';

/**
 * What the server pushes over /ws, as `{type, payload}`. A payload has ids only, and the page reads what it shows
 * through the calls, so that events reveal nothing that a person may not read. Events of a live inspection are shown
 * directly, and are sent only to people who may read all of it.
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
  /** Why a message of this page was refused. */
  z.object({ type: z.literal('error'), payload: z.object({ status: z.number().int(), message: z.string() }) }),
  z.object({ type: z.literal('case_changed'), payload: z.object({ caseId: id, status: z.string() }) }),
  z.object({ type: z.literal('pip_changed'), payload: z.object({ pipReportId: id, propertyId: id }) }),
  z.object({ type: z.literal('notification'), payload: z.object({ notificationId: id }) }),
  /** The person signed in or out somewhere. Sockets of a session that has ended are closed. */
  z.object({
    type: z.literal('sessions_changed'),
    /** The session that was renewed under another id, whose pages connect again. */
    payload: z.object({ renewedId: id.nullable() }),
  }),
  /** The AI has learned, or is about to: its progress or its versions have changed. */
  z.object({ type: z.literal('learning_changed'), payload: z.object({ running: z.boolean() }) }),
  z.object({
    type: z.literal('sample_progress'),
    payload: z.object({ state: z.enum(['off', 'loading', 'ready', 'failed']), percent: z.number() }),
  }),
]);
export type ServerEvent = z.infer<typeof serverEventSchema>;

/** What an open page may send over /ws, as `{type, payload}`. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('inspection_update'), payload: inspectionUpdateSchema }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
