import type { z } from 'zod';
import {
  photoLimits,
  type Photo,
  type photoInputSchema,
  type photoPatchSchema,
  type uploadRequestSchema,
} from '#contract/photos.ts';
import type { CompletionPhoto } from '#contract/plans.ts';
import { requireOpen, type Scope } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { EventHub } from '#server/platform/events/hub.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import type { PhotoCopies } from './copies.service.ts';
import { createPhotoFiles, type PhotoFile, type Variant } from './photo-files.ts';
import { photoTooLarge } from './photos.errors.ts';
import * as repository from './photos.repository.ts';
import { isReportedProof, toCompletionPhoto, toPhoto, type PhotoEvidence } from './photos.rules.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { markPhoto } from './marking.ts';
import { setPhotoPlace } from './placing.ts';
import { removePhoto } from './removing.ts';
import type { PhotoRegistration } from './registration/registration.service.ts';

export interface PhotoContext {
  photo: PhotoRow;
  scope: Authorized<Scope>;
}

export interface PhotosService {
  load(actor: Actor, id: string): Promise<Authorized<PhotoContext> | null>;
  list(actor: Actor, scope: Authorized<Scope>): Promise<Photo[]>;
  view(actor: Actor, target: Authorized<PhotoContext>): Promise<Photo>;
  requestUpload(actor: Actor, input: z.output<typeof uploadRequestSchema>, origin: string): Promise<string>;
  /** Registers an uploaded file as a photo, and waits up to `waitSeconds` for its analysis. */
  register(
    actor: Actor,
    input: z.output<typeof photoInputSchema>,
    waitSeconds: number,
  ): Promise<{ created: boolean; photo: Photo }>;
  /** Changes the place and the marks of a photo, with an id the marks only once. Throws 409 when it may not be changed. */
  change(
    actor: Actor,
    target: Authorized<PhotoContext>,
    patch: z.output<typeof photoPatchSchema>,
    id?: string,
  ): Promise<Photo>;
  remove(actor: Actor, target: Authorized<PhotoContext>): Promise<void>;
  open(target: Authorized<PhotoContext>, variant: Variant): Promise<PhotoFile>;
  /** Photos of the finished work of plan items, by item id. The caller has checked the access to the items. */
  ofPlanItems(itemIds: string[]): Promise<Map<string, CompletionPhoto[]>>;
  /** The photo facts that a report shows, by photo id. The caller has checked the access to the report. */
  evidenceOf(photoIds: string[]): Promise<Map<string, PhotoEvidence>>;
  /** The shared preview as WebP; null when there is none. The caller has checked the access to the report. */
  previewOf(photoId: string): Promise<Buffer | null>;
  /** The same picture for printing, as JPEG. */
  printOf(photoId: string): Promise<Buffer | null>;
}

const uploadLifeSeconds = 3600;

export function createPhotosService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
  scopes: ScopesService;
  workflow: WorkflowService;
  findings: FindingsService;
  aiFindings: AiFindingsService;
  events: EventHub;
  uploadedFiles: UploadedFilesService;
  copies: PhotoCopies;
  registration: PhotoRegistration;
}): PhotosService {
  const { db, events } = deps;
  const files = createPhotoFiles(deps);

  async function views(actor: Actor, rows: PhotoRow[], scope: Scope): Promise<Photo[]> {
    const findings = await deps.findings.openOfPhotos(rows.map((row) => row.id));
    const mayWork = scope.open && scope.ownerId === actor.id;
    return rows.map((row) =>
      toPhoto(row, {
        open: findings.get(row.id) ?? [],
        inspectionId: scope.reviewId,
        editable: mayWork && !isReportedProof(row, scope),
      }),
    );
  }

  const viewOne = async (actor: Actor, row: PhotoRow, scope: Scope) => expectOne(await views(actor, [row], scope));

  /** Returns the photo once its analysis has ended, or after this many seconds. */
  async function waitForAnalysis(photo: PhotoRow, seconds: number): Promise<PhotoRow> {
    const isAnalyzed = events.waitFor(
      (event) => event.type === 'photo_analysed' && event.payload.photoId === photo.id,
      seconds * 1000,
    );
    const now = await repository.findById(db, photo.id);
    if (now?.analysisStatus !== 'pending') return now ?? photo;
    await isAnalyzed;
    return (await repository.findById(db, photo.id)) ?? photo;
  }

  return {
    async load(actor, id) {
      const photo = await repository.findById(db, id);
      const scope = photo ? await deps.scopes.load(actor, photo) : null;
      return photo && scope ? authorize({ photo, scope }) : null;
    },
    list: async (actor, scope) => views(actor, await repository.listByScope(db, scope), scope),
    view: (actor, { photo, scope }) => viewOne(actor, photo, scope),

    async requestUpload(actor, input, origin) {
      if (input?.size !== undefined && input.size > photoLimits.bytes) {
        throw photoTooLarge(input.filename ?? '');
      }
      // The address accepts any type, because registering the photo checks the content.
      return deps.uploadedFiles.requestAddress(actor, {
        filename: input?.filename ?? null,
        contentType: input?.contentType ?? null,
        maxBytes: photoLimits.bytes,
        expiresInSeconds: uploadLifeSeconds,
        origin,
      });
    },

    async register(actor, input, waitSeconds) {
      const { created, row, scope } = await deps.registration.register(actor, input);
      const current = waitSeconds > 0 ? await waitForAnalysis(row, waitSeconds) : row;
      return { created, photo: await viewOne(actor, current, scope) };
    },

    async change(actor, target, { marks, ...given }, id) {
      requireOpen(actor, target.scope);
      // Change the marks first: when they are refused, nothing else may be changed.
      const marked = marks === undefined ? target.photo : await markPhoto(deps, actor, target, marks, id);
      return viewOne(actor, (await setPhotoPlace(deps, actor, target, given)) ?? marked, target.scope);
    },

    remove: (actor, target) => removePhoto(deps, actor, target),

    async ofPlanItems(itemIds) {
      const rows = Map.groupBy(await repository.listByPlanItems(db, itemIds), ({ planItemId }) => planItemId ?? '');
      return new Map([...rows].map(([id, group]) => [id, group.map(toCompletionPhoto)]));
    },
    evidenceOf: files.evidenceOf,
    previewOf: files.previewOf,
    printOf: files.printOf,
    open: ({ photo }, variant) => files.open(photo, variant),
  };
}
