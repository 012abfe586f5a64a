import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { id } from './common.ts';
import { findingCategorySchema, severitySchema } from './finding-categories.ts';
import { placeInput } from './places.ts';

/** The limits of a camera frame that the page sends. */
export const frameLimits = {
  bytes: 2 * 1024 * 1024,
  /** The longest side in pixels. */
  maxSide: 1280,
  contentType: 'image/jpeg',
  /** The minimum interval between frames, in ms. */
  everyMs: 2000,
} as const;

/** Seconds on the recording's timeline, which excludes pauses. */
const seconds = z
  .number()
  .min(0)
  .max(24 * 3600);

/** A defect that the device's own detector saw in several frames: its median confidence and its last position. */
export const frameClaimSchema = z.object({
  category: findingCategorySchema,
  confidence: z.number().min(0).max(100),
  boundingBox: boundingBoxSchema,
});
export type FrameClaim = z.infer<typeof frameClaimSchema>;
const claimsSchema = z.array(frameClaimSchema).max(6);

/** The claims as JSON in the query of an address. */
const claimsInAddress = z
  .string()
  .max(2000)
  .transform((text, context): FrameClaim[] => {
    const claims = claimsSchema.safeParse(parseJson(text));
    if (claims.success) return claims.data;
    context.addIssue('Seen is not a list of sightings');
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const frameQuery = z.object({
  at: z.coerce.number().pipe(seconds).default(0),
  /** What the device saw in earlier frames; it counts as two frames for a defect that this frame shows too. */
  seen: claimsInAddress.optional(),
  /** The place that the camera shows. */
  ...placeInput,
});

/** A detection in a frame. It becomes a finding once it was seen often enough, and then has the finding's id. */
export const frameDetectionSchema = z.object({
  /** Stays the same for one defect across frames. */
  trackId: z.string(),
  category: findingCategorySchema,
  severity: severitySchema,
  /** 0-100: that of this frame while it is tentative, the median over the frames once it is confirmed. */
  confidence: z.number().min(0).max(100),
  /** In fractions of the frame. */
  boundingBox: boundingBoxSchema,
  confirmed: z.boolean(),
  issueId: id.nullable(),
});
export type FrameDetection = z.infer<typeof frameDetectionSchema>;

export const frameAnswerSchema = z.object({
  /** `off`: this server runs without an engine, so sending more frames is useless. */
  engine: z.enum(['on', 'off']),
  detections: z.array(frameDetectionSchema),
});
export type FrameAnswer = z.infer<typeof frameAnswerSchema>;

/** A confirmed detection: its finding, and the checklist item that it contradicts. */
export const aiDetectionSchema = z.object({
  inspectionId: id,
  /** Null when it matches no item of the area's checklist. */
  itemId: id.nullable(),
  confidence: z.number().min(0).max(100),
  /** The finding in a few words. */
  issue: z.string(),
  issueId: id,
  category: findingCategorySchema,
  severity: severitySchema,
  boundingBox: boundingBoxSchema,
  at: seconds,
});
export type AiDetection = z.infer<typeof aiDetectionSchema>;

/** What a page reports during a recording: the seen detection and the second of the recording. */
export const inspectionUpdateSchema = z.object({
  userId: id,
  inspectionId: id,
  detection: aiDetectionSchema
    .pick({ itemId: true, confidence: true, issue: true, issueId: true, category: true, severity: true })
    .extend({ issue: z.string().trim().min(1).max(300) }),
  timestamp: seconds,
});
export type InspectionUpdate = z.infer<typeof inspectionUpdateSchema>;
