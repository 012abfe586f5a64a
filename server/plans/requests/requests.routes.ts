import type { FastifyInstance } from 'fastify';
import {
  planRequestInputSchema,
  requestAnswerSchema,
  requestMessageSchema,
  requestWithdrawalSchema,
} from '#contract/plan-requests.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import { planItemSchema } from '#contract/plans.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { readerOf, route } from '#server/platform/http/route.ts';
import type { ItemContext, ItemsService } from '../items.service.ts';
import { itemNotFound } from '../plans.errors.ts';
import type { PlansService } from '../plans.service.ts';
import type { RequestsService } from './requests.service.ts';

const tag = 'Property improvement plans';

interface Deps {
  plans: PlansService;
  planItems: ItemsService;
  planRequests: RequestsService;
}

/** An owner's requests to the brand about an item: a waiver, an alternative or an extension. */
export function requestRoutes(app: FastifyInstance, { plans, planItems, planRequests }: Deps): void {
  const access = readerOf(itemNotFound, planItems.load);
  const dueDateOf = async (actor: Actor, { plan, item }: ItemContext): Promise<CalendarDate> =>
    (await plans.viewItem(actor, plan.id, item.id)).dueDate;

  route(app, 'POST', '/api/pip-items/:id/requests', {
    summary: 'Ask the brand for a waiver, an alternative or an extension, as the owner',
    tag,
    access,
    body: planRequestInputSchema,
    response: { 201: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planRequests.create(actor, target, body, await dueDateOf(actor, target));
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
  route(app, 'POST', '/api/pip-items/:id/requests/answer', {
    summary: 'Grant or decline the open request of an item, as Admin/QA',
    tag,
    access,
    body: requestAnswerSchema,
    response: { 200: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planRequests.answer(actor, target, body, await dueDateOf(actor, target));
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
  route(app, 'POST', '/api/pip-items/:id/requests/withdraw', {
    summary: 'Withdraw the open request of an item, as the owner',
    tag,
    access,
    body: requestWithdrawalSchema,
    response: { 200: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planRequests.withdraw(actor, target, body.requestId);
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
  route(app, 'POST', '/api/pip-items/:id/requests/messages', {
    summary: 'Write to the other side about the open request of an item',
    tag,
    access,
    body: requestMessageSchema,
    response: { 201: planItemSchema },
    handle: async ({ actor, target, body }) => {
      await planRequests.write(actor, target, body);
      return plans.viewItem(actor, target.plan.id, target.item.id);
    },
  });
}
