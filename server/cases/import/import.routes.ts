import type { FastifyInstance } from 'fastify';
import {
  caseImportedSchema,
  caseImportSchema,
  casePreviewSchema,
  importLimits,
  importPreviewSchema,
} from '#contract/case-import.ts';
import { admin, route } from '#server/platform/http/route.ts';
import type { CaseImportService } from './import.service.ts';

const tag = 'Cases';
/** JSON needs up to six bytes per character. */
const bodyLimit = 6 * importLimits.characters;

export function caseImportRoutes(app: FastifyInstance, deps: { caseImport: CaseImportService }): void {
  route(app, 'POST', '/api/admin/inspection-cases/import/preview', {
    summary: 'What an import of a CSV file of cases would do, with errors and duplicates by line. Nothing is stored',
    tag,
    access: admin,
    bodyLimit,
    body: importPreviewSchema,
    response: { 200: casePreviewSchema },
    handle: ({ body }) => deps.caseImport.preview(body.csv),
  });
  route(app, 'POST', '/api/admin/inspection-cases/import', {
    summary: 'Open all cases of a CSV file, or none where a line has an error',
    tag,
    access: admin,
    bodyLimit,
    body: caseImportSchema,
    response: { 201: caseImportedSchema },
    handle: ({ actor, body }) => deps.caseImport.run(actor, body),
  });
}
