import type { ChecklistsService } from '#server/checklists/checklists.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { InspectionContext, InspectionsService } from '#server/inspections/inspections.service.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { createTurns } from '#server/platform/turns.ts';
import { findInspectionFacts } from './papers.repository.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { ExportedFile } from './exports.service.ts';
import { fileNameOf } from './file-name.ts';
import { mediaTypes } from './media-types.ts';
import { createLogo, picturesOf } from './pictures.ts';
import { timesIn } from './times.ts';

export interface ReportsService {
  /**
   * The report of an inspection: its score with coverage, checks, findings with photos, and the origin of each photo.
   */
  ofInspection(actor: Actor, target: Authorized<InspectionContext>): Promise<ExportedFile>;
}

export function createReportsService(deps: {
  db: Database;
  inspections: Pick<InspectionsService, 'view'>;
  scopes: Pick<ScopesService, 'ofInspection'>;
  checklists: Pick<ChecklistsService, 'list'>;
  findings: Pick<FindingsService, 'list'>;
  photos: Pick<PhotosService, 'list' | 'evidenceOf' | 'printOf'>;
  logo: string | null;
  documents: Pick<DocumentWriter, 'write'>;
}): ReportsService {
  const { db } = deps;
  const logo = createLogo(deps.logo);
  const oneByOne = createTurns();

  async function write(actor: Actor, target: Authorized<InspectionContext>): Promise<ExportedFile> {
    const scope = await deps.scopes.ofInspection(actor, target);
    const inspection = expectOne(await deps.inspections.view(db, actor, [target]));
    const findings = await deps.findings.list(actor, scope);
    const ids = (await deps.photos.list(actor, scope)).map(({ id }) => id);
    const evidence = await deps.photos.evidenceOf(ids);
    const shown = new Set(findings.flatMap(({ photoId, status }) => (status === 'dismissed' ? [] : (photoId ?? []))));
    const facts = await findInspectionFacts(db, inspection.id);
    const zone = facts?.zone ?? 'UTC';
    const paper = {
      inspection,
      facts,
      checks: await deps.checklists.list(scope),
      findings,
      pictures: await picturesOf(deps.photos, [...shown]),
      furtherPictures: await picturesOf(
        deps.photos,
        ids.filter((id) => !shown.has(id)),
        'further',
      ),
      photos: ids.flatMap((id) => evidence.get(id) ?? []),
      logo: await logo(),
    };
    const content = await deps.documents.write({ kind: 'report', zone, paper });
    const name = fileNameOf(
      ['Inspection', inspection.propertyName, inspection.area],
      timesIn(zone).day(inspection.createdAt),
      'pdf',
    );
    return { name, type: mediaTypes.pdf, content };
  }

  return {
    // As the files of plans, so that nobody else waits for more than one of an account.
    ofInspection: (actor, target) => oneByOne(actor.id, () => write(actor, target)),
  };
}
