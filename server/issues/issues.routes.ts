import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { issueInputSchema, issuePatchSchema, issueSchema } from '#contract/issues.ts';
import type { AreasService } from '#server/areas/areas.service.ts';
import type { EvidenceService } from '#server/evidence/evidence.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { IssuesService } from './issues.service.ts';

const tag = 'Findings';

interface Deps {
  issues: IssuesService;
  areas: AreasService;
  inspections: InspectionsService;
  evidence: EvidenceService;
}

export function issueRoutes(app: FastifyInstance, { issues, areas, inspections, evidence }: Deps): void {
  const area = readerOf('Area session', areas.load);
  const inspection = readerOf('Inspection', inspections.load);
  route(app, 'GET', '/api/area-sessions/:id/issues', {
    summary: 'Findings of an area session, worst first',
    tag,
    access: area,
    response: { 200: z.array(issueSchema) },
    handle: ({ actor, target }) => issues.list(actor, evidence.ofAreaSession(target)),
  });
  route(app, 'POST', '/api/area-sessions/:id/issues', {
    summary: 'Add a finding by hand',
    tag,
    access: area,
    body: issueInputSchema,
    response: { 201: issueSchema, 200: issueSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, issue } = await issues.add(actor, evidence.ofAreaSession(target), body);
      reply.status(created ? 201 : 200);
      return issue;
    },
  });
  route(app, 'GET', '/api/inspections/:id/issues', {
    summary: 'Findings of an inspection, worst first',
    tag,
    access: inspection,
    response: { 200: z.array(issueSchema) },
    handle: async ({ actor, target }) => issues.list(actor, await evidence.ofInspection(actor, target)),
  });
  route(app, 'POST', '/api/inspections/:id/issues', {
    summary: 'Add a finding by hand',
    tag,
    access: inspection,
    body: issueInputSchema,
    response: { 201: issueSchema, 200: issueSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, issue } = await issues.add(actor, await evidence.ofInspection(actor, target), body);
      reply.status(created ? 201 : 200);
      return issue;
    },
  });
  route(app, 'PATCH', '/api/issues/:id', {
    summary: 'Confirm, dismiss, resolve or correct a finding',
    tag,
    access: readerOf('Finding', issues.load),
    body: issuePatchSchema,
    response: { 200: issueSchema },
    handle: ({ actor, target, body }) => issues.change(actor, target, body),
  });
}
