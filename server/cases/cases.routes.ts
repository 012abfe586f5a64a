import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { casePlacesQuery, casePlacesSchema } from '#contract/case-places.ts';
import {
  adminCasesQuery,
  adminCasesSchema,
  caseInputSchema,
  caseListQuery,
  caseSchema,
  caseUpdateSchema,
  onboardingSchema,
} from '#contract/cases.ts';
import { pageQuery } from '#contract/common.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, adminOf, readerOf, route, signedIn } from '#server/platform/http/route.ts';
import type { CaseStatesService } from './case-states.service.ts';
import { caseNotFound } from './cases.errors.ts';
import type { CasesService } from './cases.service.ts';
import type { CasePlacesService } from './places/places.service.ts';

const tag = 'Cases';

export function caseRoutes(
  app: FastifyInstance,
  deps: { cases: CasesService; caseStates: CaseStatesService; casePlaces: CasePlacesService },
): void {
  const { cases, caseStates, casePlaces } = deps;
  route(app, 'GET', '/api/inspection-cases', {
    summary: "An owner's cases, by link or by e-mail; all for an admin",
    tag,
    access: signedIn,
    query: pageQuery.extend(caseListQuery.shape),
    response: { 200: z.array(caseSchema) },
    handle: async ({ actor, query, request, reply }) => {
      const page = await cases.list(actor, query);
      linkNext(request, reply, page.nextCursor);
      return page.rows;
    },
  });
  route(app, 'POST', '/api/inspection-cases', {
    summary: 'Open a case; the owner gets it by e-mail',
    tag,
    access: admin,
    body: caseInputSchema,
    // Enough for 500 requirements of 1,000 characters.
    bodyLimit: 2 * 1024 * 1024,
    response: { 201: caseSchema },
    handle: ({ actor, body }) => cases.create(actor, body),
  });
  route(app, 'GET', '/api/inspection-cases/:id', {
    summary: 'One case',
    tag,
    access: readerOf(caseNotFound, cases.load),
    response: { 200: caseSchema },
    handle: async ({ target }) => cases.viewOne(target),
  });
  route(app, 'PUT', '/api/inspection-cases/:id', {
    summary: 'Cancel a pending case',
    tag,
    access: adminOf(caseNotFound, cases.load),
    body: caseUpdateSchema,
    response: { 200: caseSchema },
    handle: ({ actor, target, body }) => caseStates.changeStatus(actor, target, body.status),
  });
  route(app, 'POST', '/api/inspection-cases/:id/onboarding', {
    summary: 'Complete the onboarding of a linked case',
    tag,
    access: readerOf(caseNotFound, cases.loadForOwner),
    body: onboardingSchema,
    response: { 200: caseSchema },
    handle: ({ actor, target, body }) => cases.onboard(actor, target, body),
  });
  route(app, 'GET', '/api/admin/inspection-cases', {
    summary: 'Cases with search, filter and counts',
    tag,
    access: admin,
    query: adminCasesQuery,
    response: { 200: adminCasesSchema },
    handle: ({ query }) => cases.listForAdmin(query),
  });
  route(app, 'GET', '/api/admin/case-places', {
    summary: 'Known properties for a new case, by a part of the name or address, each with its open case',
    tag,
    access: admin,
    query: casePlacesQuery,
    response: { 200: casePlacesSchema },
    handle: async ({ query }) => ({ places: await casePlaces.find(query) }),
  });
}
