import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { areaSessionsQuery, type AreaSession } from '#contract/areas.ts';
import { photoInputSchema } from '#contract/photos.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { RunsService } from '#server/inspections/runs/runs.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { PropertiesService } from '#server/properties/properties.service.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { required } from './required.ts';
import type { Actors } from './sample.accounts.ts';
import type { SampleCases } from './sample.cases.ts';
import { drawCertificate } from './sample.certificate.ts';
import { certificate, ownInspection, ownPictures, reviewPictures, type CaseStage } from './sample.content.ts';
import type { SamplePicture } from './sample.pictures.ts';

export interface InspectionsDeps {
  db: Database;
  areas: AreasService;
  inspections: InspectionsService;
  photos: PhotosService;
  properties: PropertiesService;
  runs: RunsService;
  uploadedFiles: UploadedFilesService;
}

/** The area session or inspection of a photo. */
type Target = { areaSessionId: string } | { inspectionId: string };

interface SampleFile {
  bytes: Buffer;
  contentType: string;
  filename: string;
  category: string;
  description: string;
}

/** Waits for a photo's analysis before the next photo is added, so that the queue stays short for other uploads. */
const analysisWaitSeconds = 5;

/** The inspections of the sample data and their photos. */
export function createSampleInspections(deps: InspectionsDeps & { sampleCases: SampleCases }) {
  const { sampleCases } = deps;

  async function addFile(owner: Actor, target: Target, file: SampleFile): Promise<void> {
    const { bytes, contentType, filename, category, description } = file;
    const storageKey = await deps.uploadedFiles.add(owner.id, bytes, contentType);
    const source = contentType === 'image/jpeg' ? 'camera' : 'gallery';
    const url = `/uploads/${storageKey}`;
    const input = { ...target, filename, url, category, description, source };
    await deps.photos.register(owner, photoInputSchema.parse(input), analysisWaitSeconds);
  }

  async function addPicture(owner: Actor, target: Target, picture: SamplePicture): Promise<void> {
    await addFile(owner, target, {
      bytes: await readFile(picture.file),
      contentType: 'image/jpeg',
      filename: basename(picture.file),
      category: picture.area,
      description: picture.title,
    });
  }

  /** The run of the case at this stage, started if the case has none. */
  async function runOf(actors: Actors, stage: CaseStage): Promise<{ owner: Actor; runId: string }> {
    const { sample, found } = await sampleCases.caseOfStage(stage);
    const owner = actors[sample.owner];
    const propertyId = required(found.propertyId, 'a property');
    const { rows } = await deps.areas.list(owner, areaSessionsQuery.parse({ propertyId, limit: 200 }));
    const existing = rows.find(({ caseNumber }) => caseNumber === found.caseNumber);
    if (existing) return { owner, runId: existing.runId };
    const property = required(await deps.properties.load(owner, propertyId), 'a property');
    return { owner, runId: (await deps.runs.start(owner, property, found.id)).run.id };
  }

  async function areaSessionsOf(actor: Actor, runId: string): Promise<AreaSession[]> {
    const views = await deps.areas.ofRuns(deps.db, actor, [runId]);
    return views.filter((view) => view.status !== 'not_applicable');
  }

  /** The owner's standalone photo inspection of the onboarded property. */
  async function ownInspectionOf(actors: Actors): Promise<{ owner: Actor; inspectionId: string; open: boolean }> {
    const { sample, found } = await sampleCases.caseOfStage('onboarded');
    const owner = actors[sample.owner];
    const { inspection } = await deps.inspections.create(owner, {
      ...ownInspection,
      propertyId: required(found.propertyId, 'a property'),
      propertyName: sample.fields.propertyName,
    });
    return { owner, inspectionId: inspection.id, open: inspection.abilities.work };
  }

  /** Adds a picture as a photo to one of the inspections, through the same pipeline as any other photo. */
  async function place(actors: Actors, picture: SamplePicture): Promise<void> {
    const file = basename(picture.file);
    if (ownPictures.has(file)) {
      const { owner, inspectionId, open } = await ownInspectionOf(actors);
      if (open) await addPicture(owner, { inspectionId }, picture);
      return;
    }
    const { owner, runId } = await runOf(actors, reviewPictures.has(file) ? 'under_review' : 'approved');
    const areaSession = (await areaSessionsOf(owner, runId)).find((view) => view.area.code === picture.area);
    if (areaSession?.abilities.work) await addPicture(owner, { areaSessionId: areaSession.id }, picture);
  }

  async function addCertificate(actors: Actors): Promise<void> {
    const { owner, inspectionId, open } = await ownInspectionOf(actors);
    if (!open) return;
    const bytes = await drawCertificate(certificate);
    const { filename, title: description } = certificate;
    const contentType = 'application/pdf';
    await addFile(owner, { inspectionId }, { bytes, contentType, filename, category: 'certificates', description });
  }

  return { runOf, areaSessionsOf, place, addCertificate };
}
export type SampleInspections = ReturnType<typeof createSampleInspections>;
