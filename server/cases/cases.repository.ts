import { and, asc, count, desc, eq, gt, ilike, inArray, lt, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { CaseArea } from '#contract/case-page.ts';
import type { CaseStatus } from '#contract/cases.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import { reviewOutcome } from '#contract/inspections.ts';
import type { Language } from '#contract/language.ts';
import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';
import { areaSessions, inspectionAreas, isHandedInCase, latestRunOf } from '#server/schema/areas.tables.ts';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import { listCounts, scopeFigures } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { newest, newestOfOwner, type PageFilter } from '#server/platform/http/newest.ts';
import { afterDateCursor, toDatePage, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, ownedProperties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import {
  inspectionCases,
  type CaseRow,
  caseRequirements,
  type CaseRequirementRow,
} from '#server/schema/cases.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import type { CaseProgress } from './cases.rules.ts';
import { ownCases, sentTo, type CaseOwner } from './own-cases.rules.ts';

type NewCase = typeof inspectionCases.$inferInsert;

export const findById = async (db: Executor, id: string): Promise<CaseRow | null> =>
  (await db.select().from(inspectionCases).where(eq(inspectionCases.id, id)).limit(1))[0] ?? null;

/** The company of the admin who created the case; null when the admin's profile has none. */
export async function findBrandName(db: Executor, { createdByAdminId }: CaseRow): Promise<string | null> {
  const rows = await db.select({ name: users.propertyName }).from(users).where(eq(users.id, createdByAdminId)).limit(1);
  return rows[0]?.name || null;
}

export const findByNumber = async (db: Executor, caseNumber: string): Promise<CaseRow | null> =>
  (await db.select().from(inspectionCases).where(eq(inspectionCases.caseNumber, caseNumber)).limit(1))[0] ?? null;

/** The case's row, locked until the transaction ends. */
export const lockById = async (tx: Transaction, id: string): Promise<CaseRow> =>
  expectOne(await tx.select().from(inspectionCases).where(eq(inspectionCases.id, id)).for('no key update'));

/** Stores a case; returns null when its number is taken. */
export async function insertRequirements(tx: Executor, rows: CaseRequirementRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(caseRequirements).values(rows);
}

/** Makes the requirements that are due after this date due with their case. */
export async function updateLaterRequirements(tx: Transaction, caseId: string, dueDate: CalendarDate): Promise<void> {
  const later = and(eq(caseRequirements.caseId, caseId), gt(caseRequirements.dueDate, dueDate));
  await tx.update(caseRequirements).set({ dueDate: null }).where(later);
}

/** The requirements of these cases, by case id. */
export async function listRequirements(db: Executor, caseIds: string[]): Promise<Map<string, CaseRequirementRow[]>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db.select().from(caseRequirements).where(isAnyOf(caseRequirements.caseId, caseIds));
  return Map.groupBy(rows, ({ caseId }) => caseId);
}

export const insertCase = async (db: Executor, values: NewCase): Promise<CaseRow | null> =>
  (
    await db
      .insert(inspectionCases)
      .values(values)
      .onConflictDoNothing({ target: inspectionCases.caseNumber })
      .returning()
  )[0] ?? null;

export const updateCase = async (db: Executor, id: string, values: Partial<NewCase>): Promise<CaseRow> =>
  expectOne(await db.update(inspectionCases).set(values).where(eq(inspectionCases.id, id)).returning());

/** Changes a case if it is still pending, otherwise null, so that one of two concurrent changes fails. */
export const updatePending = async (
  db: Executor,
  id: string,
  values: Partial<NewCase>,
  condition?: SQL,
): Promise<CaseRow | null> =>
  (
    await db
      .update(inspectionCases)
      .set(values)
      .where(and(eq(inspectionCases.id, id), eq(inspectionCases.status, 'pending'), condition))
      .returning()
  )[0] ?? null;

export const isOnboarded = (): SQL => eq(inspectionCases.onboardingCompleted, true);
export const isDueBy = (lastDue: string): SQL => lte(inspectionCases.dueDate, lastDue);

export const listPendingDueBy = (db: Executor, lastDue: string) =>
  db
    .select({ id: inspectionCases.id, createdByAdminId: inspectionCases.createdByAdminId })
    .from(inspectionCases)
    .where(and(eq(inspectionCases.status, 'pending'), isDueBy(lastDue)));

export const listByProperties = (db: Executor, propertyIds: string[]): Promise<CaseRow[]> =>
  db
    .select()
    .from(inspectionCases)
    .where(inArray(inspectionCases.propertyId, propertyIds))
    .orderBy(asc(inspectionCases.dueDate), asc(inspectionCases.createdAt));

/** The case if it is one of the user's. */
export async function findOwn(db: Executor, id: string, owner: CaseOwner): Promise<CaseRow | null> {
  const [row] = await db
    .select()
    .from(inspectionCases)
    .where(and(eq(inspectionCases.id, id), ownCases(owner)));
  return row ?? null;
}

export const withStatus = (status: CaseStatus): SQL => eq(inspectionCases.status, status);

/** The owner of a case's property; null while the case has no property or the property no owner. */
export async function findLinkedOwnerId(
  db: Executor,
  { propertyId }: Pick<CaseRow, 'propertyId'>,
): Promise<string | null> {
  if (!propertyId) return null;
  const [row] = await db.select({ id: properties.userId }).from(properties).where(eq(properties.id, propertyId));
  return row?.id ?? null;
}

/** The same, and the property stays with its owner until the transaction ends. Call it before the case is locked. */
export async function lockLinkedOwnerId(
  tx: Transaction,
  { propertyId }: Pick<CaseRow, 'propertyId'>,
): Promise<string | null> {
  if (!propertyId) return null;
  const ofProperty = eq(properties.id, propertyId);
  return (await tx.select({ id: properties.userId }).from(properties).where(ofProperty).for('share'))[0]?.id ?? null;
}

/** To whom a mail to a user is addressed; null when the user does not exist. */
export async function findMailReceiver(
  db: Executor,
  userId: string,
): Promise<{ email: string; name: string; language: Language | null } | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return user ? { email: user.email, name: user.firstName ?? '', language: user.language } : null;
}

export const matching = (q: string): SQL | undefined =>
  or(
    ilike(inspectionCases.caseNumber, containing(q)),
    ilike(inspectionCases.propertyName, containing(q)),
    ilike(inspectionCases.propertyCity, containing(q)),
    ilike(inspectionCases.ownerEmail, containing(q)),
    ilike(inspectionCases.ownerName, containing(q)),
  );

const listed = {
  table: inspectionCases,
  id: inspectionCases.id,
  time: inspectionCases.createdAt,
  belongsTo: inspectionCases.propertyId,
  owned: ownedProperties,
};

/** A page of cases, newest first, of every owner or of one. */
export async function listPage(
  db: Executor,
  { owner, ...filter }: PageFilter & { owner?: CaseOwner | undefined },
): Promise<Page<CaseRow>> {
  const { where, limit } = filter;
  const page = newestOfOwner(listed, { ...filter, ownerId: owner?.id });
  const sent = owner?.email ? newest(listed, { ...filter, where: and(where, sentTo(owner.email)) }) : undefined;
  const rows = await db
    .select()
    .from(inspectionCases)
    .where(or(page, sent))
    .orderBy(desc(inspectionCases.createdAt), desc(inspectionCases.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}

export const ofType = (type: CaseRow['inspectionType']): SQL => eq(inspectionCases.inspectionType, type);
/** Matches open cases that are due before this day and whose owner has not submitted everything. */
export const isDueBefore = (day: string): SQL | undefined =>
  and(
    lt(inspectionCases.dueDate, day),
    inArray(inspectionCases.status, ['pending', 'in_progress']),
    not(isHandedInCase(inspectionCases.id)),
  );

/** Counts the cases of isDueBefore, of every owner or of one. */
export async function countDueBefore(db: Executor, day: string, owner?: CaseOwner): Promise<number> {
  const where = and(isDueBefore(day), owner && ownCases(owner));
  return expectOne(await db.select({ value: count() }).from(inspectionCases).where(where)).value;
}

/** A page of cases, earliest due date first. */
export async function listDuePage(db: Executor, { where, limit, cursor }: PageFilter): Promise<Page<CaseRow>> {
  const { dueDate, id } = inspectionCases;
  const rows = await db
    .select()
    .from(inspectionCases)
    .where(and(where, afterDateCursor(cursor, dueDate, id)))
    .orderBy(asc(dueDate), asc(id))
    .limit(limit + 1);
  return toDatePage(rows, limit, (row) => ({ date: row.dueDate, id: row.id }));
}

/** All cases, from the counts that are kept. */
export async function countAllByStatus(db: Executor): Promise<Map<CaseStatus, number>> {
  const rows = await db
    .select({ status: sql<CaseStatus>`${listCounts.status}`, value: sql<number>`sum(${listCounts.change})::int` })
    .from(listCounts)
    .where(eq(listCounts.list, 'cases'))
    .groupBy(listCounts.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

export async function countByStatus(db: Executor, where: SQL): Promise<Map<CaseStatus, number>> {
  const rows = await db
    .select({ status: inspectionCases.status, value: sql<number>`count(*)::int` })
    .from(inspectionCases)
    .where(where)
    .groupBy(inspectionCases.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** The latest run of each case with the states of its areas. */
export async function listProgress(db: Executor, caseIds: string[]): Promise<Map<string, CaseProgress>> {
  if (caseIds.length === 0) return new Map();
  const latest = db
    .selectDistinctOn([inspectionRuns.caseId], { id: inspectionRuns.id, caseId: inspectionRuns.caseId })
    .from(inspectionRuns)
    .where(isAnyOf(inspectionRuns.caseId, caseIds))
    .orderBy(inspectionRuns.caseId, desc(inspectionRuns.createdAt))
    .as('latest');
  // One row for each case, since reading one for each of its areas takes longer than finding them.
  const rows = await db
    .select({
      caseId: sql<string>`${latest.caseId}`,
      runId: latest.id,
      statuses: sql<AreaSessionStatus[]>`array_agg(${areaSessions.status})`,
      reviews: sql<(InspectionStatus | null)[]>`array_agg(${inspections.status})`,
      inspectionId: sql<
        string | null
      >`(array_agg(${inspections.id} order by ${inspections.updatedAt} desc) filter (where ${inspections.id} is not null))[1]`,
    })
    .from(latest)
    .innerJoin(areaSessions, eq(areaSessions.runId, latest.id))
    .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
    .groupBy(latest.caseId, latest.id);
  return new Map(
    rows.map(({ caseId, runId, inspectionId, statuses, reviews }) => [
      caseId,
      { runId, inspectionId, areas: statuses.map((status, index) => ({ status, review: reviews[index] ?? null })) },
    ]),
  );
}

/** The areas of a case's latest run in their fixed order; before it starts, those that the onboarding left out. */
export async function listAreas(db: Executor, { id, notApplicableAreas }: CaseRow): Promise<CaseArea[]> {
  const { code, name } = inspectionAreas;
  const { status, notApplicableReason } = areaSessions;
  const columns = {
    code,
    name,
    status,
    notApplicableReason,
    inspectionId: inspections.id,
    reviewStatus: inspections.status,
  };
  const walked = await db
    .select({ ...columns, figures: scopeFigures })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
    .leftJoin(scopeFigures, and(eq(scopeFigures.scopeId, areaSessions.id), eq(scopeFigures.version, scoringVersion)))
    .where(eq(areaSessions.runId, latestRunOf(sql`${id}::uuid`)))
    .orderBy(inspectionAreas.sortOrder);
  if (walked.length > 0 || notApplicableAreas.length === 0)
    return walked.map(({ figures, ...area }) => ({
      ...area,
      outcome:
        figures &&
        area.reviewStatus &&
        reviewOutcome({
          status: area.reviewStatus,
          issuesDetected: figures.openFindings,
          complianceScore: figures.score,
          coverage: figures,
        }),
    }));
  const leftOut = await db
    .select({ code, name })
    .from(inspectionAreas)
    .where(inArray(code, notApplicableAreas))
    .orderBy(inspectionAreas.sortOrder);
  const state = {
    status: 'not_applicable' as const,
    notApplicableReason: null,
    inspectionId: null,
    reviewStatus: null,
    outcome: null,
  };
  return leftOut.map((area) => ({ ...area, ...state }));
}

/** Counts the cases opened for an address since a time. */
export async function countSentTo(db: Executor, email: string, since: Date): Promise<number> {
  const sent = and(
    eq(sql`lower(${inspectionCases.ownerEmail})`, sql`lower(${email})`),
    gt(inspectionCases.createdAt, since),
  );
  return expectOne(await db.select({ value: count() }).from(inspectionCases).where(sent)).value;
}

/** The open cases of properties with these ZIP codes, oldest first. */
export async function listOpenAt(db: Executor, zipCodes: readonly string[]): Promise<CaseRow[]> {
  if (zipCodes.length === 0) return [];
  const there = and(
    inArray(inspectionCases.propertyZipCode, [...new Set(zipCodes)]),
    inArray(inspectionCases.status, ['pending', 'in_progress']),
  );
  return db.select().from(inspectionCases).where(there).orderBy(inspectionCases.createdAt, inspectionCases.id);
}
