import { z } from 'zod';
import { withValidNames, nameSchema } from './answer.rules.ts';
import { boxInPhoto, boxOfPolygon } from './boxes.rules.ts';
import { guardedFetch } from './connection.ts';
import { failureOfAnswer, RemoteFailure } from './failures.ts';
import type { RemoteReader, RemoteReading, SentPicture } from './reader.ts';

const score = z.number().min(0).max(1);
const answerSchema = z.object({
  responses: z
    .array(
      z.object({
        labelAnnotations: z.array(z.object({ description: nameSchema, score })).default([]),
        localizedObjectAnnotations: z
          .array(
            z.object({
              name: nameSchema,
              score,
              boundingPoly: z.object({
                normalizedVertices: z
                  .array(z.object({ x: z.number().optional(), y: z.number().optional() }))
                  .default([]),
              }),
            }),
          )
          .default([]),
        error: z.object({ code: z.number(), message: z.string().default('') }).optional(),
      }),
    )
    .length(1),
});
type Response = z.output<typeof answerSchema>['responses'][number];

const features = [
  { type: 'LABEL_DETECTION', maxResults: 20 },
  { type: 'OBJECT_LOCALIZATION', maxResults: 30 },
];
/** Each feature of a picture is billed as a unit. */
const usage = { inputTokens: 0, outputTokens: 0, pictures: features.length };

/** The numbers of google.rpc.Code, with which a picture's own error is reported. */
const statusOfRpcCode: Partial<Record<number, number>> = { 3: 400, 7: 403, 8: 429, 13: 500, 14: 503, 16: 401 };

function readingOf(response: Response, picture: SentPicture): RemoteReading {
  return {
    findings: [],
    labels: withValidNames(
      response.labelAnnotations.map(({ description, score: share }) => ({
        name: description,
        confidence: Math.round(share * 100),
      })),
    ),
    objects: withValidNames(response.localizedObjectAnnotations).map(({ boundingPoly, name, score: share }) => {
      const box = boxOfPolygon(boundingPoly.normalizedVertices);
      const boundingBox = box && boxInPhoto(box, picture.part);
      return { name, confidence: Math.round(share * 100), ...(boundingBox ? { boundingBox } : {}) };
    }),
  };
}

/** Google Cloud Vision over REST. It names objects and scenes but no damage. */
export function createGoogleVision({ apiKey, baseUrl }: { apiKey: string; baseUrl: string | null }): RemoteReader {
  const address = `${(baseUrl ?? 'https://vision.googleapis.com').replace(/\/+$/, '')}/v1/images:annotate`;

  async function ask(picture: SentPicture, signal: AbortSignal): Promise<Response> {
    const content = Buffer.from(picture.jpeg).toString('base64');
    const answer = await guardedFetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
      body: JSON.stringify({ requests: [{ image: { content }, features }] }),
      signal,
    });
    const body = await answer.text();
    const now = Date.now();
    const headers = Object.fromEntries(answer.headers);
    if (!answer.ok) throw failureOfAnswer({ status: answer.status, headers, body }, now);
    const parsed = z.preprocess(fromJson, answerSchema).safeParse(body);
    const response = parsed.data?.responses[0];
    if (!response) throw new RemoteFailure('nonsense');
    if (response.error) {
      const status = statusOfRpcCode[response.error.code] ?? 400;
      throw failureOfAnswer({ status, headers: {}, body: response.error.message }, now);
    }
    return response;
  }

  return {
    name: 'google-vision',
    model: 'images:annotate v1',
    namesDamage: false,
    readsParts: false,
    read: (picture, _context, request) =>
      request(usage, async (signal) => ({ value: readingOf(await ask(picture, signal), picture), usage })),
  };
}

function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
