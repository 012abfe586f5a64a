import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { photoLimits, type Photo, type photoInputSchema, type uploadRequestSchema } from '#contract/photos.ts';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import { PhotoRejected } from '#server/analysis/analysis.errors.ts';
import {
  holdOpen,
  refreshEvidence,
  requireOpen,
  type Evidence,
  type EvidenceService,
} from '#server/evidence/evidence.service.ts';
import { dropIssuesOfPhoto } from '#server/issues/issues.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { AppError, conflict, field, notFound } from '#server/platform/http/problem.ts';
import type { LiveHub } from '#server/platform/live/hub.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { discardUpload, uploadOf } from '#server/uploads/uploads.service.ts';
import { uploads } from '#server/uploads/uploads.tables.ts';
import { analysePhoto, removeFiles } from './photos.jobs.ts';
import * as repository from './photos.repository.ts';
import { isDocument, keysOf, toPhoto } from './photos.rules.ts';
import { photos, type PhotoRow } from './photos.tables.ts';

export interface PhotoContext {
  photo: PhotoRow;
  evidence: Authorized<Evidence>;
}

export interface PhotoFile {
  contentType: string;
  filename: string;
  stream: Readable;
}

/** `file` is what a photo's `url` means: the preview of a picture, and a PDF itself. */
export type Variant = 'file' | 'preview' | 'thumbnail' | 'original';

export interface PhotosService {
  load(actor: Actor, id: string): Promise<Authorized<PhotoContext> | null>;
  list(actor: Actor, evidence: Authorized<Evidence>): Promise<Photo[]>;
  view(actor: Actor, target: Authorized<PhotoContext>): Promise<Photo>;
  requestUpload(actor: Actor, input: z.output<typeof uploadRequestSchema>, origin: string): Promise<string>;
  /** Takes an uploaded file as a photo; waits a few seconds for its analysis. */
  register(actor: Actor, input: z.output<typeof photoInputSchema>): Promise<{ created: boolean; photo: Photo }>;
  remove(actor: Actor, target: Authorized<PhotoContext>): Promise<void>;
  open(target: Authorized<PhotoContext>, variant: Variant): Promise<PhotoFile>;
  /** The shared preview as WebP, for reports that the caller may read; null where there is none. */
  previewOf(photoId: string): Promise<Buffer | null>;
}

const uploadLifeSeconds = 3600;
/** The longest that registering waits for the analysis; later results are pushed. */
const analysisWait = 5000;
const derivativeWait = 15_000;

type PhotoInput = z.output<typeof photoInputSchema>;
type NewPhoto = typeof photos.$inferInsert & { id: string; sha256: string };

/** The photo, where it is one of this evidence. Throws 409. */
function heldBy(evidence: Evidence, photo: PhotoRow): PhotoRow {
  if (photo.areaSessionId === evidence.areaSessionId && photo.inspectionId === evidence.inspectionId) return photo;
  throw conflict('This upload is already a photo of another area');
}

/** The time that a camera wrote, unless it is one that no camera can have seen. */
function plausibleTime(text: string | null): Date | null {
  const time = text ? new Date(text) : null;
  return time && time.getUTCFullYear() >= 1900 && time.getUTCFullYear() < 2200 ? time : null;
}

export function createPhotosService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  analyser: Analyser;
  evidence: EvidenceService;
  live: LiveHub;
}): PhotosService {
  const { db, changes, storage, analyser, live } = deps;

  async function views(actor: Actor, rows: PhotoRow[], evidence: Evidence): Promise<Photo[]> {
    const findings = await repository.openFindings(
      db,
      rows.map((row) => row.id),
    );
    const deletable = evidence.open && evidence.ownerId === actor.id;
    return rows.map((row) =>
      toPhoto(row, { open: findings.get(row.id) ?? [], inspectionId: evidence.reviewId, deletable }),
    );
  }

  const viewOne = async (actor: Actor, row: PhotoRow, evidence: Evidence) => only(await views(actor, [row], evidence));

  const analysed = (photoId: string, milliseconds: number) =>
    live.waitFor((event) => event.type === 'photo_analysed' && event.payload.photoId === photoId, milliseconds);

  /** The upload that an address stands for, if it is the caller's. */
  async function findUpload(actor: Actor, url: string) {
    const absolute = URL.canParse(url) ? url : `http://innspect.invalid${url.startsWith('/') ? '' : '/'}${url}`;
    const key = URL.canParse(absolute) ? storage.keyFromUploadUrl(absolute, new URL(absolute).origin) : null;
    if (!key) throw field('url', 'This is not an address of an upload');
    const upload = await uploadOf(db, key, actor.id);
    if (!upload) throw notFound('Upload');
    if (upload.recordingId) throw conflict('This upload is a recording already');
    return upload;
  }

  const discard = (key: string): Promise<void> => discardUpload(db, storage, key);

  /** The photo that took an upload; waits for whoever is taking it. */
  async function takerOf(key: string): Promise<PhotoRow | null> {
    const [upload] = await db.select().from(uploads).where(eq(uploads.storageKey, key)).for('share');
    return upload?.photoId ? repository.byId(db, upload.photoId) : null;
  }

  /** Size, type by content, decodability, pixels and hash. A file that fails is removed. */
  async function inspect(key: string, input: PhotoInput) {
    const head = await storage.head(key);
    if (!head) throw field('url', 'No file was uploaded to this address');
    try {
      if (head.size > photoLimits.bytes) throw new AppError(413, `File ${input.filename} is too large. Max size: 10MB`);
      const allowPdf = input.category === 'certificates';
      const facts = await storage.withLocalFile(key, (path) => analyser.inspectFile(path, { allowPdf }));
      if (input.sha256 && input.sha256.toLowerCase() !== facts.sha256) {
        throw new AppError(422, 'The file that arrived is not the one that was sent; its SHA-256 differs');
      }
      return facts;
    } catch (error) {
      if (error instanceof AppError || error instanceof PhotoRejected) await discard(key);
      if (error instanceof PhotoRejected) throw new AppError(error.status, error.message);
      throw error;
    }
  }

  /** The photo that this very request has made before: by its id or by its content. */
  async function present(input: PhotoInput, evidence: Evidence, sha256: string | null): Promise<PhotoRow | null> {
    const byId = input.id ? await repository.byId(db, input.id) : null;
    if (byId) {
      const holds = byId.areaSessionId === evidence.areaSessionId && byId.inspectionId === evidence.inspectionId;
      if (!holds || (sha256 !== null && byId.sha256 !== sha256))
        throw conflict('This id is already in use for another photo');
      return byId;
    }
    return sha256 ? repository.sameContent(db, evidence, sha256) : null;
  }

  /**
   * Claims the upload for a photo. Two requests with one upload, id or content meet at the upload's row or at the unique
   * indexes, so the file moves only for the one that has the photo; null for the other.
   */
  async function store(change: Change, input: PhotoInput, evidence: Authorized<Evidence>, row: NewPhoto, key: string) {
    await holdOpen(change, evidence);
    const [upload] = await change.tx.select().from(uploads).where(eq(uploads.storageKey, key)).for('update');
    if (!upload || upload.claimedAt) return null;
    const [stored] = await change.tx.insert(photos).values(row).onConflictDoNothing().returning();
    if (!stored) return null;
    await change.tx
      .update(uploads)
      .set({ claimedAt: new Date(), photoId: stored.id })
      .where(eq(uploads.storageKey, key));
    await change.enqueue(analysePhoto, { photoId: stored.id });
    await refreshEvidence(change, evidence);
    change.audit('photo.added', 'photo', stored.id, {
      sha256: stored.sha256,
      bytes: stored.bytes,
      source: stored.source,
      filename: input.filename,
    });
    change.push(
      { type: 'photo_changed', payload: { areaSessionId: evidence.areaSessionId, inspectionId: evidence.reviewId } },
      { users: [evidence.ownerId], admins: true },
    );
    // Out of reach of the upload address, which stays good for a while.
    await storage.move(key, stored.storageKey);
    return stored;
  }

  /** The photo that won when somebody registered the same thing at the same moment. */
  async function winnerOf(input: PhotoInput, evidence: Evidence, row: NewPhoto, key: string): Promise<PhotoRow> {
    const byUpload = await takerOf(key);
    const winner = byUpload ?? (await present({ ...input, id: row.id }, evidence, row.sha256));
    if (!winner) throw conflict('This photo was registered and removed at the same moment');
    if (!byUpload) await discard(key);
    return heldBy(evidence, winner);
  }

  return {
    async load(actor, id) {
      const photo = await repository.byId(db, id);
      const evidence = photo ? await deps.evidence.load(actor, photo) : null;
      return photo && evidence ? authorize({ photo, evidence }) : null;
    },
    list: async (actor, evidence) => views(actor, await repository.ofHolder(db, evidence), evidence),
    view: (actor, { photo, evidence }) => viewOne(actor, photo, evidence),

    async requestUpload(actor, input, origin) {
      if (input?.size !== undefined && input.size > photoLimits.bytes) {
        throw new AppError(413, `File ${input.filename ?? ''} is too large. Max size: 10MB`.replace('  ', ' '));
      }
      const storageKey = `uploads/${actor.id}/${randomUUID()}`;
      const expiresAt = new Date(Date.now() + uploadLifeSeconds * 1000);
      await db.insert(uploads).values({
        storageKey,
        userId: actor.id,
        filename: input?.filename ?? null,
        contentType: input?.contentType ?? null,
        expiresAt,
      });
      // The type is judged by content when the photo is registered, so the address takes any.
      return storage.createUpload({
        key: storageKey,
        maxBytes: photoLimits.bytes,
        expiresInSeconds: uploadLifeSeconds,
        origin,
      });
    },

    async register(actor, input) {
      const evidence = await deps.evidence.load(actor, {
        areaSessionId: input.areaSessionId ?? null,
        inspectionId: input.inspectionId ?? null,
      });
      if (!evidence) throw notFound(input.areaSessionId ? 'Area session' : 'Inspection');
      const upload = await findUpload(actor, input.url);
      const taken = await takerOf(upload.storageKey);
      if (taken) return { created: false, photo: await viewOne(actor, heldBy(evidence, taken), evidence) };
      // Throws where the id is that of a photo elsewhere.
      await present(input, evidence, null);
      requireOpen(actor, evidence);
      const facts = await inspect(upload.storageKey, input).catch(async (error: unknown) => {
        // Another request with this upload may have taken the file from under the inspection.
        const taker = await takerOf(upload.storageKey);
        if (!taker) throw error;
        return { taker };
      });
      if ('taker' in facts)
        return { created: false, photo: await viewOne(actor, heldBy(evidence, facts.taker), evidence) };
      const repeated = await present(input, evidence, facts.sha256);
      if (repeated) {
        await discard(upload.storageKey);
        return { created: false, photo: await viewOne(actor, repeated, evidence) };
      }
      const id = input.id ?? randomUUID();
      const storageKey = keysOf(id).original;
      const settled = analysed(id, analysisWait);
      const row = {
        id,
        userId: actor.id,
        areaSessionId: evidence.areaSessionId,
        inspectionId: evidence.inspectionId,
        filename: input.filename,
        storageKey,
        contentType: facts.mimeType,
        bytes: facts.bytes,
        category: input.category,
        description: input.description,
        width: facts.width,
        height: facts.height,
        sha256: facts.sha256,
        source: input.source,
        takenAt: plausibleTime(facts.takenAt),
        latitude: facts.location?.latitude ?? null,
        longitude: facts.location?.longitude ?? null,
        pageCount: facts.document?.pageCount ?? null,
        text: facts.document?.text ?? null,
        analysisStatus: 'pending' as const,
      };
      const key = upload.storageKey;
      const stored = await changes.run(actor.id, (change) => store(change, input, evidence, row, key));
      if (!stored) {
        const winner = await winnerOf(input, evidence, row, key);
        return { created: false, photo: await viewOne(actor, winner, evidence) };
      }
      await settled;
      return { created: true, photo: await viewOne(actor, (await repository.byId(db, id)) ?? stored, evidence) };
    },

    async remove(actor, { photo, evidence }) {
      requireOpen(actor, evidence);
      await changes.run(actor.id, async (change) => {
        await holdOpen(change, evidence);
        await dropIssuesOfPhoto(change, photo.id);
        const rows = await change.tx.delete(photos).where(eq(photos.id, photo.id)).returning({ id: photos.id });
        if (rows.length === 0) throw notFound('Photo');
        const { original, preview, thumbnail } = keysOf(photo.id);
        await change.enqueue(removeFiles, { keys: [original, preview, thumbnail] });
        await refreshEvidence(change, evidence);
        change.audit('photo.removed', 'photo', photo.id, { sha256: photo.sha256, filename: photo.filename });
        change.push(
          {
            type: 'photo_changed',
            payload: { areaSessionId: evidence.areaSessionId, inspectionId: evidence.reviewId },
          },
          { users: [evidence.ownerId], admins: true },
        );
      });
    },

    async previewOf(photoId) {
      const photo = await repository.byId(db, photoId);
      return photo?.derivedAt ? buffer(await storage.read(keysOf(photoId).preview)) : null;
    },

    async open({ photo }, variant) {
      const keys = keysOf(photo.id);
      const whole = async () => ({
        contentType: photo.contentType,
        filename: photo.filename,
        stream: await storage.read(keys.original),
      });
      if (variant === 'original' || (variant === 'file' && isDocument(photo))) return whole();
      const current = photo.derivedAt || photo.analysisStatus !== 'pending' ? photo : await derived(photo);
      // No copy could be made of it, with or without the engine: the original is what there is, if it is a picture.
      if (!current.derivedAt) {
        if (isDocument(photo)) throw notFound('Picture of this document');
        return whole();
      }
      return {
        contentType: 'image/webp',
        filename: `${photo.filename}.webp`,
        stream: await storage.read(keys[variant === 'thumbnail' ? 'thumbnail' : 'preview']),
      };
    },
  };

  /** The photo once its derivatives are made. Throws 503 when that takes too long. */
  async function derived(photo: PhotoRow): Promise<PhotoRow> {
    const settled = analysed(photo.id, derivativeWait);
    const now = await repository.byId(db, photo.id);
    if (now && (now.derivedAt || now.analysisStatus !== 'pending')) return now;
    await settled;
    const later = await repository.byId(db, photo.id);
    if (!later) throw notFound('Photo');
    if (!later.derivedAt && later.analysisStatus === 'pending') {
      throw new AppError(503, 'The picture is still being prepared', { headers: { 'retry-after': '5' } });
    }
    return later;
  }
}
