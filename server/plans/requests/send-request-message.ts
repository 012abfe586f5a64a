import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import { findItem } from '../items.repository.ts';
import { itemName } from '../plans.mails.ts';
import { findById, findMailFacts } from '../plans.repository.ts';
import { renderRequestMessageMail, type RequestMessageMail } from './request-message.mails.ts';
import { findOpen, listMessages } from './requests.repository.ts';

/** Mails the other side's messages; sends nothing once the request is answered or withdrawn. */
export async function sendRequestMessageMail(
  { db, mailer, origin }: { db: Database; mailer: Mailer; origin: string },
  { planId, itemId, requestId, toUserId, since }: RequestMessageMail,
): Promise<void> {
  const context = await findById(db, planId);
  const item = await findItem(db, itemId);
  const facts = await findMailFacts(db, planId, toUserId);
  const request = await findOpen(db, itemId);
  if (!context || !item || !facts || request?.id !== requestId || isErasedAddress(facts.email)) return;
  const toOwner = toUserId === undefined;
  const messages = (await listMessages(db, [requestId]))
    .filter(({ message }) => message.createdAt >= new Date(since))
    .filter(({ message }) => (message.userId === context.property.userId) !== toOwner)
    .map(({ message, byName }) => ({ byName, text: message.text }));
  if (messages.length === 0) return;
  const { kind } = request;
  await mailer.send(
    renderRequestMessageMail({ ...facts, kind, item: itemName(item, facts.language), toOwner, messages }, origin),
  );
}
