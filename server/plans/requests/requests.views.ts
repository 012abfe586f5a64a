import type { PlanRequest } from '#contract/plan-requests.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { listMessages, listRequests } from './requests.repository.ts';

/** The requests for items by item id, newest first, with their threads. */
export async function viewRequests(db: Executor, itemIds: string[]): Promise<Map<string, PlanRequest[]>> {
  const rows = await listRequests(db, itemIds);
  const messages = await listMessages(
    db,
    rows.map(({ request }) => request.id),
  );
  const threads = Map.groupBy(messages, ({ message }) => message.requestId);
  const views = rows.map(({ request, askedByName, answeredByName }) => {
    const thread = (threads.get(request.id) ?? []).map(({ message, byName }) => ({
      id: message.id,
      text: message.text,
      byName,
      byOwner: message.userId === request.askedBy,
      createdAt: message.createdAt.toISOString(),
    }));
    const view: PlanRequest = {
      id: request.id,
      kind: request.kind,
      status: request.status,
      reason: request.reason,
      proposal: request.proposal,
      date: request.date,
      answer: request.answer,
      askedByName,
      answeredByName,
      askedAt: request.createdAt.toISOString(),
      answeredAt: request.answeredAt?.toISOString() ?? null,
      messages: thread,
    };
    return { itemId: request.itemId, view };
  });
  const byItem = Map.groupBy(views, ({ itemId }) => itemId);
  return new Map([...byItem].map(([itemId, each]) => [itemId, each.map(({ view }) => view)]));
}
