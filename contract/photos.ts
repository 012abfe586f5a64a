import { z } from 'zod';
import { analysisSchema } from './analysis.ts';
import { areaCodes } from './area-codes.ts';
import { id, optionalText, timestamp } from './common.ts';
import { deviceClockInputSchema, deviceClockSchema } from './device-clock.ts';
import { marksPatchSchema, photoMarkSchema } from './photo-marks.ts';
import { voiceNoteSchema } from './voice-notes.ts';
import { changedPlaceInput, placeInput } from './places.ts';

/** The upload areas, and the categories of the Upload Photos page. */
export const photoCategories = [...areaCodes, 'safety', 'rooms', 'common', 'certificates'] as const;
export const photoSources = ['camera', 'gallery', 'live', 'unknown'] as const;

/** The address of a photo's file. */
export const photoFileUrl = (id: string): string => `/api/photos/${id}/file`;
export const photoThumbnailUrl = (id: string): string => `/api/photos/${id}/thumbnail`;
export const isDocument = (photo: { contentType: string }): boolean => photo.contentType === 'application/pdf';
/**
 * The address of a large picture of a photo, or of a PDF's first page. A picture always has the same address, so that a
 * browser fetches it once.
 */
export const photoPictureUrl = (photo: { id: string; contentType: string }): string =>
  isDocument(photo) ? `/api/photos/${photo.id}/preview` : photoFileUrl(photo.id);

export const photoLimits = { filesPerUpload: 10, bytes: 10 * 1024 * 1024, pixels: 50_000_000 } as const;

/**
 * pending: not analyzed yet; off: the server runs without an engine, or it is a PDF, which is not analyzed; failed:
 * given up after several attempts.
 */
export const analysisStatuses = ['pending', 'done', 'failed', 'off'] as const;

export const photoSchema = z.object({
  id,
  inspectionId: id.nullable(),
  areaSessionId: id.nullable(),
  /** The plan item whose finished work it shows. */
  planItemId: id.nullable(),
  /** The finding whose repair it shows. */
  repairOf: id.nullable(),
  /** The failed check that it shows. */
  checkId: id.nullable(),
  userId: id,
  filename: z.string(),
  /** The address of the picture, or of the PDF itself. */
  url: z.string(),
  /** The addresses of a small and a large picture, for a PDF of its first page. */
  thumbnailUrl: z.string(),
  previewUrl: z.string(),
  /** The number of pages of a PDF, and the text of its first pages if it has a text layer; null for a picture. */
  pageCount: z.number().int().nullable(),
  text: z.string().nullable(),
  category: z.enum(photoCategories),
  description: z.string().nullable(),
  /** The building, floor, and room or place that it shows. */
  building: z.string().nullable(),
  floor: z.string().nullable(),
  room: z.string().nullable(),
  /** The marks that users drew on it. */
  marks: z.array(photoMarkSchema),
  /** The voice note about it. */
  voiceNote: voiceNoteSchema.nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  sha256: z.string(),
  source: z.enum(photoSources),
  takenAt: timestamp.nullable(),
  /** Null for a photo that the app's camera did not take. */
  deviceClock: deviceClockSchema.nullable(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** When its files were deleted after their retention period; a placeholder picture is then shown. */
  filesDeletedAt: timestamp.nullable(),
  analysisStatus: z.enum(analysisStatuses),
  aiAnalysis: analysisSchema.nullable(),
  uploadedAt: timestamp,
  createdAt: timestamp,
  abilities: z.object({ delete: z.boolean(), edit: z.boolean() }),
});
export type Photo = z.infer<typeof photoSchema>;
export const photoListSchema = z.object({ photos: z.array(photoSchema) });

export const uploadRequestSchema = z
  .object({
    filename: z.string().max(300).optional(),
    contentType: z.string().max(200).optional(),
    size: z.number().int().min(0).optional(),
  })
  .nullish();
export const uploadAnswerSchema = z.object({ uploadURL: z.string() });

export const photoInputSchema = z
  .object({
    id: id.optional(),
    inspectionId: id.nullish(),
    areaSessionId: id.nullish(),
    /** For a photo of the finished work of a plan item: the item. */
    planItemId: id.nullish(),
    /**
     * The finding whose repair it shows, in the same area or inspection. Not needed for a plan item, whose finding is
     * known.
     */
    repairOf: id.nullish(),
    /** The failed check of the area that it shows: it becomes the evidence of the check's finding, in either order. */
    checkId: id.nullish(),
    filename: z.string({ error: 'Filename is required' }).trim().min(1, 'Filename is required').max(300),
    url: z.string({ error: 'The upload address is required' }).min(1, 'The upload address is required').max(4000),
    category: z.enum(photoCategories, { error: 'Choose a category' }),
    description: optionalText(2000),
    ...placeInput,
    source: z.enum(photoSources).default('unknown'),
    deviceClock: deviceClockInputSchema.optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'sha256 must be 64 hexadecimal digits')
      .optional(),
  })
  .refine((photo) => [photo.inspectionId, photo.areaSessionId, photo.planItemId].filter(Boolean).length === 1, {
    path: ['areaSessionId'],
    message: 'A photo belongs to either an area session, an inspection or an item of a plan',
  });
export type PhotoInput = z.input<typeof photoInputSchema>;

/**
 * Changes the place of a photo, which its findings follow except those that a user placed elsewhere, and its marks.
 */
export const photoPatchSchema = z.object({ ...changedPlaceInput, marks: marksPatchSchema.optional() });
