import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createdPlanShareSchema,
  planShareInputSchema,
  planSharesSchema,
  sharedPlanSchema,
  shareTokenHeader,
} from '#contract/plan-shares.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import { anonymous, readerOf, route } from '#server/platform/http/route.ts';
import { planNotFound } from '../plans.errors.ts';
import type { PlansService } from '../plans.service.ts';
import { shareNotFound } from './shares.errors.ts';
import type { SharesService } from './shares.service.ts';

const tag = 'Shared plans';
const pathOfPlan = '/api/pip-reports/:id/shares';

interface Deps {
  plans: Pick<PlansService, 'load'>;
  planShares: SharesService;
}

const tokenOf = ({ headers }: FastifyRequest) => headers[shareTokenHeader];

/** Links to one plan for people without an account. */
export function shareRoutes(app: FastifyInstance, { plans, planShares }: Deps): void {
  const reader = readerOf(planNotFound, plans.load);
  route(app, 'GET', pathOfPlan, {
    summary: 'The links to a plan, newest first, for those who may send it',
    tag,
    access: reader,
    response: { 200: planSharesSchema },
    handle: ({ actor, target }) => planShares.list(actor, target),
  });
  route(app, 'POST', pathOfPlan, {
    summary: 'Make a link that shows the plan without sign-in; its token is in this answer alone',
    tag,
    access: reader,
    body: planShareInputSchema,
    response: { 201: createdPlanShareSchema },
    handle: ({ actor, target, body }) => planShares.create(actor, target, body),
  });
  route(app, 'DELETE', '/api/plan-shares/:id', {
    summary: 'Revoke a link',
    tag,
    access: readerOf(shareNotFound, planShares.load),
    response: { 204: null },
    handle: ({ actor, target }) => planShares.revoke(actor, target),
  });
  route(app, 'GET', '/api/shared-plan', {
    summary: `What a link shows of its plan; the token goes into the header ${shareTokenHeader}`,
    tag,
    access: anonymous,
    response: { 200: sharedPlanSchema },
    handle: ({ request, reply }) => {
      reply.header('x-robots-tag', 'noindex, nofollow');
      return planShares.open(tokenOf(request), clientNetwork(request.ip));
    },
  });
  route(app, 'GET', '/api/shared-plan/photos/:id', {
    summary: 'A photo of a plan that a link shows, as WebP without metadata',
    tag,
    access: anonymous,
    response: {},
    produces: ['image/webp'],
    handle: async ({ request, reply, params }) => {
      const picture = await planShares.photo(tokenOf(request), params['id'] ?? '', clientNetwork(request.ip));
      reply.type('image/webp').header('x-robots-tag', 'noindex, nofollow');
      return picture;
    },
  });
}
