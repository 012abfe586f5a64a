import type { FastifyInstance } from 'fastify';
import { requirementLimits, requirementsTextSchema } from '#contract/cases.ts';
import { admin, route } from '#server/platform/http/route.ts';
import { pdfExpected } from '../cases.errors.ts';
import type { RequirementsService } from './requirements.service.ts';

/** Registered in its own context, because only this route accepts a PDF as its body. */
export async function requirementRoutes(
  app: FastifyInstance,
  deps: { requirements: RequirementsService },
): Promise<void> {
  app.addContentTypeParser('application/pdf', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  route(app, 'POST', '/api/admin/requirements-text', {
    summary: 'The lines of a PDF that lists requirements; the body is the file itself. Nothing is stored',
    tag: 'Cases',
    access: admin,
    bodyLimit: requirementLimits.fileBytes,
    consumes: ['application/pdf'],
    response: { 200: requirementsTextSchema },
    handle: async ({ request: { body } }) => {
      if (!Buffer.isBuffer(body)) throw pdfExpected();
      return deps.requirements.linesOf(body);
    },
  });
}
