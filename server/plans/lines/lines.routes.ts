import type { FastifyInstance } from 'fastify';
import { lineOptionsSchema, newPlanLineSchema, planLineInputSchema } from '#contract/plan-line-input.ts';
import { planOverheadsInputSchema } from '#contract/plan-overheads.ts';
import { itemVendorsSchema } from '#contract/plan-quotes.ts';
import { planItemSchema, planSchema } from '#contract/plans.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { ItemsService } from '../items.service.ts';
import type { LinesService } from './lines.service.ts';
import type { OverheadsService } from '../overheads.service.ts';
import { itemNotFound, planNotFound } from '../plans.errors.ts';
import type { PlansService } from '../plans.service.ts';
import type { VendorsService } from './vendors.service.ts';

const tag = 'Property improvement plans';

interface Deps {
  plans: PlansService;
  planItems: ItemsService;
  planLines: LinesService;
  planOverheads: OverheadsService;
  planVendors: VendorsService;
}

/** What users set in a plan: lines without a finding, overheads, and vendors. */
export function lineRoutes(
  app: FastifyInstance,
  { plans, planItems, planLines, planOverheads, planVendors }: Deps,
): void {
  const ofPlan = readerOf(planNotFound, plans.load);
  const ofItem = readerOf(itemNotFound, planItems.load);

  route(app, 'GET', '/api/pip-reports/:id/line-options', {
    summary: 'Templates of lines with the prices of the cost catalog, and the areas of the plan',
    tag,
    access: ofPlan,
    response: { 200: lineOptionsSchema },
    handle: ({ target }) => planLines.options(target),
  });
  route(app, 'POST', '/api/pip-reports/:id/lines', {
    summary: 'Add a line by hand, as the brand or as the owner of a plan without one',
    tag,
    access: ofPlan,
    body: newPlanLineSchema,
    response: { 201: planItemSchema, 200: planItemSchema },
    handle: async ({ actor, target, body, reply }) => {
      const { created, id } = await planLines.add(actor, target, body);
      reply.status(created ? 201 : 200);
      return plans.viewItem(actor, target.plan.id, id);
    },
  });
  route(app, 'PUT', '/api/pip-reports/:id/overheads', {
    summary: 'Set the overheads of a plan, as the brand or as the owner of a plan without one',
    tag,
    access: ofPlan,
    body: planOverheadsInputSchema,
    response: { 200: planSchema },
    handle: async ({ actor, target, body }) => {
      await planOverheads.change(actor, target, body);
      return plans.viewById(actor, target.plan.id);
    },
  });
  route(app, 'PUT', '/api/pip-items/:id/line', {
    summary: 'Change a line that was added by hand',
    tag,
    access: ofItem,
    body: planLineInputSchema,
    response: { 200: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planLines.edit(actor, target, body);
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
  route(app, 'PUT', '/api/pip-items/:id/vendors', {
    summary: 'Say who does the work of an item, and keep up to three quotes for it',
    tag,
    access: ofItem,
    body: itemVendorsSchema,
    response: { 200: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planVendors.change(actor, target, body);
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
  route(app, 'DELETE', '/api/pip-items/:id/line', {
    summary: 'Remove a line that was added by hand',
    tag,
    access: ofItem,
    response: { 200: planSchema },
    handle: async ({ actor, target }) => {
      await planLines.remove(actor, target);
      return plans.viewById(actor, target.plan.id);
    },
  });
}
