import { z } from 'zod';

/**
 * The limits of multipart uploads in every S3-compatible store; all parts but the last have at least the minimum size.
 */
export const uploadLimits = {
  parts: 10_000,
  leastPartBytes: 5 * 1024 * 1024,
  /** The limit for pictures and documents, which become photos. */
  fileBytes: 10 * 1024 * 1024,
  signedSeconds: 604_800,
} as const;

export const cannotSign = 'Cannot sign without a key, an uploadId, and a partNumber';

/** The requests and answers of the upload widget at /api/s3. */
const filename = z
  .string({ error: 'The name of the file is required' })
  .min(1, 'The name of the file is required')
  .max(500, 'The name of the file is too long');
const type = z
  .string({ error: 'The content type of the file is required' })
  .min(1, 'The content type of the file is required')
  .max(200, 'The content type of the file is too long');

export const uploadParamsQuery = z.object({ filename, type });
export const uploadParamsSchema = z.object({
  method: z.literal('POST'),
  url: z.string(),
  /** The fields of the form, which carries the file as its last field, `file`. */
  fields: z.record(z.string(), z.string()),
  /** The number of seconds for which the signature is valid. */
  expires: z.number().int(),
});

export const multipartInputSchema = z.object({
  filename,
  type,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export const multipartSchema = z.object({ key: z.string(), uploadId: z.string(), bucket: z.string() });

export const uploadKeyQuery = z.object({ key: z.string().max(600).optional() });
export const signedPartSchema = z.object({ url: z.string(), expires: z.number().int() });
export const uploadBatchQuery = z.object({
  key: z.string().max(600).optional(),
  partNumbers: z.string().max(60_000).optional(),
});
export const signedPartsSchema = z.object({ presignedUrls: z.record(z.string(), z.string()) });
export const uploadPartsSchema = z.array(
  z.object({
    PartNumber: z.number().int(),
    ETag: z.string(),
    Size: z.number().int(),
  }),
);
export const completeInputSchema = z.object({
  parts: z
    .array(
      z.object({
        PartNumber: z.number().int().min(1).max(uploadLimits.parts),
        ETag: z.string().min(1).max(200),
      }),
      { error: 'parts must be a list of {PartNumber, ETag}' },
    )
    .min(1, 'parts must name at least one part')
    .max(uploadLimits.parts, `At most ${uploadLimits.parts} parts`),
});
export const completedSchema = z.object({ location: z.string(), key: z.string(), bucket: z.string() });
