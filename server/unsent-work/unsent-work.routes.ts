import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { importedWorkSchema, unsentWorkLimits } from '#contract/unsent-work.ts';
import { adminOf, route } from '#server/platform/http/route.ts';
import type { AccountsService } from '#server/users/accounts/accounts.service.ts';
import { accountErased, accountNotFound } from '#server/users/users.errors.ts';
import { archiveExpected } from './unsent-work.errors.ts';
import type { UnsentWorkService } from './unsent-work.service.ts';

/** Registered in its own context, because only this route accepts a ZIP as its body. */
export async function unsentWorkRoutes(
  app: FastifyInstance,
  { unsentWork, accounts }: { unsentWork: UnsentWorkService; accounts: AccountsService },
): Promise<void> {
  app.addContentTypeParser('application/zip', (_request, body, done) => done(null, body));
  route(app, 'POST', '/api/admin/users/:id/unsent-work', {
    summary:
      'Import what a device of the person could not send; the body is the ZIP that it saved. Repeating it is safe',
    tag: 'Accounts',
    access: adminOf(accountNotFound, accounts.find),
    bodyLimit: unsentWorkLimits.bytes,
    consumes: ['application/zip'],
    response: { 200: importedWorkSchema },
    handle: async ({ actor, target, request: { body } }) => {
      if (!(body instanceof Readable)) throw archiveExpected();
      if (target.erasedAt) throw accountErased();
      return unsentWork.importAll(actor, target, body);
    },
  });
}
