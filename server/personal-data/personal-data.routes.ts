import type { FastifyInstance } from 'fastify';
import { dataExportListSchema, dataExportSchema } from '#contract/data-exports.ts';
import { readerOf, route, signedIn } from '#server/platform/http/route.ts';
import { exportNotFound } from './personal-data.errors.ts';
import { toDataExport } from './personal-data.rules.ts';
import type { ErasureService } from '#server/users/erasure.service.ts';
import type { PersonalDataService } from './personal-data.service.ts';

const tag = 'Accounts';
const path = '/api/user/data-exports';

/** The export of a user's data and its erasure, for that user only. */
export function personalDataRoutes(
  app: FastifyInstance,
  { personalData, erasure }: { personalData: PersonalDataService; erasure: ErasureService },
): void {
  route(app, 'GET', path, {
    summary: 'The exports of your data that have not expired, newest first',
    tag,
    access: signedIn,
    response: { 200: dataExportListSchema },
    handle: async ({ actor }) => (await personalData.list(actor)).map(toDataExport),
  });
  route(app, 'POST', path, {
    summary: 'Ask for an export of your data; a job makes it and you are told by mail',
    tag,
    access: signedIn,
    response: { 202: dataExportSchema },
    handle: async ({ actor }) => toDataExport(await personalData.requestExport(actor)),
  });
  route(app, 'POST', '/api/user/erasure', {
    summary: 'Close your account and erase you from everything; this cannot be undone',
    tag,
    access: signedIn,
    response: { 204: null },
    handle: async ({ actor }) => erasure.eraseOwn(actor),
  });
  route(app, 'GET', `${path}/:id/file`, {
    summary: 'The archive of an export of yours: JSON, and the photos that you took',
    tag,
    access: readerOf(exportNotFound, personalData.find),
    response: {},
    produces: ['application/zip'],
    handle: async ({ target, reply }) => {
      const { data, bytes } = await personalData.open(target);
      return reply
        .type('application/zip')
        .header('content-length', bytes)
        .header('content-disposition', 'attachment; filename="innspect-data.zip"')
        .send(data);
    },
  });
}
