import type { ItemPlace } from '#contract/places.ts';
import { and, asc, eq, gt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { textWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import { erasedAtOnce, eraseTexts, isNamingPerson } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { isPropertyOf } from '#server/schema/inspections.tables.ts';
import { pipItems, pipReports, pipVersions } from '#server/schema/plans.tables.ts';
import { pipRequests, pipRequestMessages } from '#server/schema/plan-requests.tables.ts';
import { planShares } from '#server/schema/shares.tables.ts';

const itemTexts = [
  'title',
  'description',
  'recommendedAction',
  'building',
  'floor',
  'room',
  'note',
  'invoice',
  'workNote',
  'standard',
  'responsible',
  'quotes',
  'decisionBefore',
] as const;

const isPlanOf = (userId: string, planId: SQLWrapper): SQL =>
  sql`${planId} in (select plan.id from ${pipReports} plan where ${isPropertyOf(userId, sql`plan.property_id`)})`;
const isItemOf = (userId: string, itemId: SQLWrapper): SQL =>
  sql`${itemId} in (select item.id from ${pipItems} item where ${isPlanOf(userId, sql`item.pip_report_id`)})`;
const isRequestOf = (userId: string, requestId: SQLWrapper): SQL =>
  sql`${requestId} in (select request.id from ${pipRequests} request where ${isItemOf(userId, sql`request.item_id`)})`;

/** Erases a user's names from the texts of plans. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const { id } = person;
  const ownItems = or(eq(pipItems.addedBy, id), isPlanOf(id, pipItems.pipReportId));
  await eraseTexts(tx, pipItems, { names: itemTexts, own: ownItems }, person);
  const aboutOwn = isItemOf(id, pipRequests.itemId);
  const asked = or(eq(pipRequests.askedBy, id), aboutOwn);
  await eraseTexts(tx, pipRequests, { names: ['reason', 'proposal'], own: asked }, person);
  const answered = or(eq(pipRequests.answeredBy, id), aboutOwn);
  await eraseTexts(tx, pipRequests, { names: ['answer'], own: answered }, person);
  const written = or(eq(pipRequestMessages.userId, id), isRequestOf(id, pipRequestMessages.requestId));
  await eraseTexts(tx, pipRequestMessages, { names: ['text'], own: written }, person);
  const shared = or(eq(planShares.createdBy, id), isPlanOf(id, planShares.pipReportId));
  await eraseTexts(tx, planShares, { names: ['label'], own: shared }, person);
  await updateVersionsToErased(tx, person);
}

const placeWithout = (
  { building, floor, room, ...place }: ItemPlace,
  person: NamedPerson,
  isOwn: boolean,
): ItemPlace => ({
  ...place,
  building: building && textWithout(building, person, isOwn),
  floor: floor && textWithout(floor, person, isOwn),
  room: room && textWithout(room, person, isOwn),
});

/** Keeps the amounts, dates and decisions of what was sent; a trigger refuses any other change. */
async function updateVersionsToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = isPlanOf(person.id, pipVersions.pipReportId);
  for (let after: string | null = null; ;) {
    const rows: { id: string; lines: (typeof pipVersions.$inferSelect)['lines']; isOwn: boolean }[] = await tx
      .select({ id: pipVersions.id, lines: pipVersions.lines, isOwn: sql<boolean>`(${own})` })
      .from(pipVersions)
      .where(
        and(after === null ? undefined : gt(pipVersions.id, after), isNamingPerson([pipVersions.lines], own, person)),
      )
      .orderBy(asc(pipVersions.id))
      .limit(erasedAtOnce);
    for (const { id, lines, isOwn } of rows) {
      const left = lines.map((line) => ({
        ...line,
        title: textWithout(line.title, person, isOwn),
        action: textWithout(line.action, person, isOwn),
        ...(line.place !== undefined && { place: textWithout(line.place, person, isOwn) }),
        ...(line.parts && { parts: { ...line.parts, place: placeWithout(line.parts.place, person, isOwn) } }),
        ...(line.standard !== undefined && { standard: textWithout(line.standard, person, isOwn) }),
      }));
      if (JSON.stringify(left) !== JSON.stringify(lines))
        await tx.update(pipVersions).set({ lines: left }).where(eq(pipVersions.id, id));
    }
    if (rows.length < erasedAtOnce) return;
    after = rows.at(-1)?.id ?? null;
  }
}
