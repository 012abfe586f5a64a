import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { and, desc, eq } from 'drizzle-orm';
import type { AreaCode } from '#contract/area-codes.ts';
import { areaCodes } from '#contract/area-codes.ts';
import { caseInputSchema, type InspectionCase } from '#contract/cases.ts';
import { addDays, utcDate } from '#contract/due-dates.ts';
import { messageInputSchema } from '#contract/messages.ts';
import { photoInputSchema } from '#contract/photos.ts';
import type { AreasService } from '#server/inspections/areas.service.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import { findings } from '#server/schema/findings.tables.ts';
import type { MessagesService } from '#server/messages/messages.service.ts';
import { messages } from '#server/schema/messages.tables.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { LinkingService } from '#server/properties/linking.service.ts';
import type { PropertiesService } from '#server/properties/properties.service.ts';
import type { ReportsService } from '#server/reports/reports.service.ts';
import type { RunsService } from '#server/inspections/runs.service.ts';
import type { UploadedFilesService } from '#server/uploads/uploaded-files.service.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import {
  certificate,
  ownInspection,
  ownPictures,
  reviewAreas,
  reviewPictures,
  sampleCases,
  type AccountKey,
  type SampleCase,
} from './sample.content.ts';
import { drawCertificate } from './sample.certificate.ts';
import type { SamplePicture } from './sample.pictures.ts';

export interface LoaderDeps {
  db: Database;
  cases: CasesService;
  caseStates: CaseStatesService;
  linking: LinkingService;
  properties: PropertiesService;
  runs: RunsService;
  areas: AreasService;
  scopes: ScopesService;
  uploadedFiles: UploadedFilesService;
  photos: PhotosService;
  findings: FindingsService;
  inspections: InspectionsService;
  reports: ReportsService;
  messages: MessagesService;
}

export type Actors = Record<AccountKey, Actor>;

/**
 * Brings the sample data about through the same services as a person would, one step after the other. Every step looks
 * first whether it was done, so that a load that was cut off goes on where it stopped.
 */
export function createLoader(deps: LoaderDeps) {
  const { db } = deps;

  function required<T>(value: T | null | undefined, what: string): T {
    if (value === null || value === undefined) throw new Error(`The sample data lacks ${what}`);
    return value;
  }

  async function findCase(sample: SampleCase): Promise<string | null> {
    const [row] = await db
      .select({ id: inspectionCases.id })
      .from(inspectionCases)
      .where(
        and(
          eq(inspectionCases.propertyName, sample.fields.propertyName),
          eq(inspectionCases.inspectionType, sample.fields.inspectionType ?? 'routine'),
        ),
      );
    return row?.id ?? null;
  }

  async function openCase(actors: Actors, sample: SampleCase): Promise<InspectionCase> {
    const [admin, owner] = [actors.admin, actors[sample.owner]];
    const present = await findCase(sample);
    const dueDate = addDays(utcDate(new Date()), sample.dueInDays);
    const input = caseInputSchema.parse({
      ...sample.fields,
      dueDate,
      ownerEmail: owner.user.email,
      ownerName: `${owner.user.firstName} ${owner.user.lastName}`,
    });
    const id = present ?? (await deps.cases.create(admin, input, { evenOverdue: true })).id;
    const opened = await deps.cases.viewOne(required(await deps.cases.load(admin, id), 'a case'));
    if (sample.stage === 'unlinked' || opened.status !== 'pending') return opened;
    if (sample.stage === 'cancelled') {
      return deps.caseStates.changeStatus(admin, required(await deps.cases.load(admin, id), 'a case'), 'cancelled');
    }
    return (await deps.linking.link(owner, opened.caseNumber)).case;
  }

  /** Areas that the property has pictures of; the others are not applicable. */
  async function onboard(
    actors: Actors,
    sample: SampleCase,
    opened: InspectionCase,
    areas: readonly AreaCode[],
  ): Promise<void> {
    if (
      opened.onboardingCompleted ||
      sample.stage === 'linked' ||
      sample.stage === 'unlinked' ||
      opened.status !== 'pending'
    )
      return;
    const owner = actors[sample.owner];
    const notApplicableAreas = areaCodes.filter((code) => !areas.includes(code));
    await deps.cases.onboard(owner, required(await deps.cases.load(owner, opened.id), 'a case'), {
      propertyConfirmed: true,
      checklist: ['Charged phone or tablet with a working camera'],
      notApplicableAreas,
    });
  }

  async function runOf(actors: Actors, sample: SampleCase): Promise<string> {
    const owner = actors[sample.owner];
    const caseId = required(await findCase(sample), 'a case');
    const [present] = await db
      .select({ id: inspectionRuns.id })
      .from(inspectionRuns)
      .where(eq(inspectionRuns.caseId, caseId))
      .orderBy(desc(inspectionRuns.createdAt));
    if (present) return present.id;
    const found = required(await deps.cases.load(owner, caseId), 'a case');
    const property = required(await deps.properties.load(owner, found.propertyId ?? ''), 'a property');
    return (await deps.runs.start(owner, property, caseId)).run.id;
  }

  type Holder = { areaSessionId: string } | { inspectionId: string };

  async function addFile(
    owner: Actor,
    holder: Holder,
    file: { bytes: Buffer; contentType: string; filename: string; category: string; description: string },
  ): Promise<void> {
    const { bytes, contentType, filename, category, description } = file;
    const storageKey = await deps.uploadedFiles.add(owner.id, bytes, contentType);
    const source = contentType === 'image/jpeg' ? 'camera' : 'gallery';
    const url = `/uploads/${storageKey}`;
    await deps.photos.register(
      owner,
      photoInputSchema.parse({ ...holder, filename, url, category, description, source }),
    );
  }

  const addPicture = async (owner: Actor, holder: Holder, picture: SamplePicture): Promise<void> =>
    addFile(owner, holder, {
      bytes: await readFile(picture.file),
      contentType: 'image/jpeg',
      filename: basename(picture.file),
      category: picture.area,
      description: picture.title,
    });

  async function sessionsOf(actor: Actor, runId: string) {
    const views = await deps.areas.ofRuns(actor, [runId]);
    return views.filter((view) => view.status !== 'not_applicable');
  }

  /** Cases and links, before any picture is there. */
  async function prepare(actors: Actors): Promise<void> {
    for (const sample of sampleCases) {
      const opened = await openCase(actors, sample);
      const areas = sample.stage === 'under_review' ? reviewAreas : areaCodes;
      await onboard(actors, sample, opened, areas);
    }
  }

  const caseOf = (stage: SampleCase['stage']): SampleCase =>
    required(
      sampleCases.find((sample) => sample.stage === stage),
      stage,
    );

  /** The owner's own photo inspection of the property that is ready to be walked. */
  async function ownInspectionOf(actors: Actors): Promise<{ owner: Actor; inspectionId: string; open: boolean }> {
    const sample = caseOf('onboarded');
    const owner = actors[sample.owner];
    const found = required(await deps.cases.load(owner, required(await findCase(sample), 'a case')), 'a case');
    const { inspection } = await deps.inspections.create(owner, {
      ...ownInspection,
      propertyId: required(found.propertyId, 'a property'),
      propertyName: sample.fields.propertyName,
    });
    return { owner, inspectionId: inspection.id, open: inspection.abilities.work };
  }

  /** One picture becomes a photo of one of the inspections, through the same pipeline as any other. */
  async function place(actors: Actors, picture: SamplePicture): Promise<void> {
    const file = basename(picture.file);
    if (ownPictures.has(file)) {
      const { owner, inspectionId, open } = await ownInspectionOf(actors);
      if (open) await addPicture(owner, { inspectionId }, picture);
      return;
    }
    const sample = caseOf(reviewPictures.has(file) ? 'under_review' : 'approved');
    const owner = actors[sample.owner];
    const runId = await runOf(actors, sample);
    const session = (await sessionsOf(owner, runId)).find((view) => view.area.code === picture.area);
    if (!session?.abilities.work) return;
    await addPicture(owner, { areaSessionId: session.id }, picture);
  }

  async function addCertificate(actors: Actors): Promise<void> {
    const { owner, inspectionId, open } = await ownInspectionOf(actors);
    if (!open) return;
    const bytes = await drawCertificate(certificate);
    const { filename, title: description } = certificate;
    const contentType = 'application/pdf';
    await addFile(owner, { inspectionId }, { bytes, contentType, filename, category: 'certificates', description });
  }

  async function completeAreas(actors: Actors, sample: SampleCase): Promise<void> {
    const owner = actors[sample.owner];
    for (const session of await sessionsOf(owner, await runOf(actors, sample))) {
      if (!session.abilities.complete) continue;
      await deps.areas.complete(owner, required(await deps.areas.load(owner, session.id), 'an area'));
    }
  }

  /** The finished inspection: findings confirmed by the owner, all areas approved, the plan sent to the owner. */
  async function finish(actors: Actors): Promise<void> {
    const { admin } = actors;
    const sample = caseOf('approved');
    const owner = actors[sample.owner];
    const runId = await runOf(actors, sample);
    for (const session of await sessionsOf(owner, runId)) {
      if (!session.abilities.work) continue;
      const scope = deps.scopes.ofAreaSession(required(await deps.areas.load(owner, session.id), 'an area'));
      for (const issue of await deps.findings.list(owner, scope)) {
        const target = required(await deps.findings.load(owner, issue.id), 'a finding');
        if (issue.status === 'pending') await deps.findings.change(owner, target, { status: 'confirmed' });
      }
    }
    await addOwnFinding(actors, runId);
    await completeAreas(actors, sample);
    for (const session of await sessionsOf(admin, runId)) {
      if (session.reviewStatus !== 'pending_review' || !session.inspectionId) continue;
      const target = required(await deps.inspections.load(admin, session.inspectionId), 'an inspection');
      await deps.inspections.changeStatus(admin, target, 'approved', null);
    }
    const run = required(await deps.runs.load(owner, runId), 'a run');
    if (run.run.status === 'in_progress') await deps.runs.submit(owner, run);
    const plan = await deps.reports.generation.ofRun(owner, run);
    const report = required(await deps.reports.load(admin, plan.id), 'a plan');
    if ((await deps.reports.view(admin, report)).abilities.submit) await deps.reports.approval.submit(admin, report);
  }

  /** What a photo cannot show, a person adds. */
  async function addOwnFinding(actors: Actors, runId: string): Promise<void> {
    const sample = caseOf('approved');
    const owner = actors[sample.owner];
    const session = (await sessionsOf(owner, runId)).find((view) => view.area.code === 'safety_equipment');
    if (!session?.abilities.work) return;
    const title = 'Extinguisher tag older than twelve months';
    const [present] = await db
      .select({ id: findings.id })
      .from(findings)
      .where(and(eq(findings.areaSessionId, session.id), eq(findings.title, title)));
    if (present) return;
    const scope = deps.scopes.ofAreaSession(required(await deps.areas.load(owner, session.id), 'an area'));
    await deps.findings.add(owner, scope, {
      title,
      description: 'The service tag beside the boiler room door is punched for October of last year.',
      severity: 'critical',
      category: 'expired_tag',
    });
  }

  /** The other property: one area sent back with a note, the rest waiting for review, and words about it. */
  async function sendBack(actors: Actors): Promise<void> {
    const { admin } = actors;
    const sample = caseOf('under_review');
    const owner = actors[sample.owner];
    const runId = await runOf(actors, sample);
    const reviewed = (await sessionsOf(admin, runId)).some((session) => session.reviewNote !== null);
    if (!reviewed) await completeAreas(actors, sample);
    const session = (await sessionsOf(admin, runId)).find(
      (view) => view.reviewStatus === 'pending_review' && view.area.code === 'exterior',
    );
    if (!session?.inspectionId || reviewed) return;
    const inspectionId = session.inspectionId;
    const target = required(await deps.inspections.load(admin, inspectionId), 'an inspection');
    await deps.inspections.changeStatus(
      admin,
      target,
      'requires_action',
      'Please add a photo of the repaired paving by the entrance, in daylight.',
    );
    const [written] = await db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.inspectionId, inspectionId));
    if (written) return;
    const write = (from: Actor, to: Actor, content: string) =>
      deps.messages.send(from, messageInputSchema.parse({ toUserId: to.id, inspectionId, content }));
    await write(admin, owner, 'Thank you for the exterior photos. Is the paving repair scheduled already?');
    await write(owner, admin, 'Yes, for Thursday. I will add the photo on the same day.');
  }

  return { prepare, place, addCertificate, finish, sendBack };
}
