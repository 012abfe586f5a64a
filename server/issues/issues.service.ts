import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { Issue, issueInputSchema, issuePatchSchema } from '#contract/issues.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import {
  holdEvidence,
  holdOpen,
  refreshEvidence,
  type Evidence,
  type EvidenceService,
} from '#server/evidence/evidence.service.ts';
import { fileUrl, pictureUrl } from '#server/photos/photos.rules.ts';
import { photos, type PhotoRow } from '#server/photos/photos.tables.ts';
import { auditLogs } from '#server/platform/audit/audit.tables.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { conflict, field, forbidden } from '#server/platform/http/problem.ts';
import { displayName } from '#server/users/users.rules.ts';
import { users } from '#server/users/users.tables.ts';
import { dismissDoubles } from './doubles.service.ts';
import { isUntouched, openStatuses } from './issues.rules.ts';
import { issues, type IssueRow } from './issues.tables.ts';

export interface IssueContext {
  issue: IssueRow;
  evidence: Authorized<Evidence>;
}

export interface IssuesService {
  load(actor: Actor, id: string): Promise<Authorized<IssueContext> | null>;
  list(actor: Actor, evidence: Authorized<Evidence>): Promise<Issue[]>;
  /** Views of findings that the caller has reached by something it may read. */
  viewByIds(actor: Actor, ids: string[], db?: Executor): Promise<Map<string, Issue>>;
  add(
    actor: Actor,
    evidence: Authorized<Evidence>,
    input: z.output<typeof issueInputSchema>,
  ): Promise<{ created: boolean; issue: Issue }>;
  change(actor: Actor, target: Authorized<IssueContext>, input: z.output<typeof issuePatchSchema>): Promise<Issue>;
}

/** The owner while the work is open, and an admin at any time, may change findings. */
const mayEdit = (actor: Actor, evidence: Pick<Evidence, 'ownerId' | 'open'>): boolean =>
  actor.isAdmin || (evidence.ownerId === actor.id && evidence.open);

function requireEdit(actor: Actor, evidence: Authorized<Evidence>): void {
  if (mayEdit(actor, evidence)) return;
  if (evidence.ownerId !== actor.id) throw forbidden('You may not change findings here');
  throw conflict(`The area is ${evidence.state} and its findings cannot be changed now`);
}

/** From here to the commit nobody completes the area; an admin may change findings of a completed one. */
const hold = async (change: Change, actor: Actor, evidence: Authorized<Evidence>): Promise<void> => {
  if (actor.isAdmin) await holdEvidence(change, evidence);
  else await holdOpen(change, evidence);
};

const rankedBySeverity = sql`case ${issues.severity} when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end`;

export function toIssue(row: IssueRow, decidedBy: string | null, edit: boolean): Issue {
  const { decidedAt: _at, ...fields } = row;
  return { ...fields, decidedBy, createdAt: row.createdAt.toISOString(), abilities: { edit } };
}

function pushIssues(change: Change, evidence: Evidence): void {
  const payload = { areaSessionId: evidence.areaSessionId, inspectionId: evidence.reviewId };
  change.push({ type: 'issue_changed', payload }, { users: [evidence.ownerId], admins: true });
}

export function createIssuesService(deps: {
  db: Database;
  changes: Changes;
  evidence: EvidenceService;
}): IssuesService {
  const { db, changes } = deps;

  const select = (executor: Executor) =>
    executor.select({ issue: issues, person: users }).from(issues).leftJoin(users, eq(users.id, issues.decidedBy));

  const ofEvidence = ({ areaSessionId, inspectionId }: Evidence) =>
    areaSessionId ? eq(issues.areaSessionId, areaSessionId) : eq(issues.inspectionId, inspectionId ?? '');

  async function viewOne(actor: Actor, executor: Executor, id: string, evidence: Evidence): Promise<Issue> {
    const row = only(await select(executor).where(eq(issues.id, id)));
    return toIssue(row.issue, row.person ? displayName(row.person) : null, mayEdit(actor, evidence));
  }

  async function requirePhoto(evidence: Evidence, photoId: string): Promise<PhotoRow> {
    const holder = evidence.areaSessionId
      ? eq(photos.areaSessionId, evidence.areaSessionId)
      : eq(photos.inspectionId, evidence.inspectionId ?? '');
    const [photo] = await db
      .select()
      .from(photos)
      .where(and(eq(photos.id, photoId), holder));
    if (!photo) throw field('photoId', 'The photo is not one of this area');
    return photo;
  }

  return {
    async load(actor, id) {
      const [issue] = await db.select().from(issues).where(eq(issues.id, id));
      if (!issue) return null;
      const evidence = await deps.evidence.load(actor, issue);
      return evidence ? authorize({ issue, evidence }) : null;
    },

    async list(actor, evidence) {
      const rows = await select(db)
        .where(ofEvidence(evidence))
        .orderBy(rankedBySeverity, asc(issues.createdAt), asc(issues.id));
      const edit = mayEdit(actor, evidence);
      return rows.map(({ issue, person }) => toIssue(issue, person ? displayName(person) : null, edit));
    },

    async viewByIds(_actor, ids, executor = db) {
      if (ids.length === 0) return new Map();
      const rows = await select(executor).where(inArray(issues.id, ids));
      return new Map(
        rows.map(({ issue, person }) => [issue.id, toIssue(issue, person ? displayName(person) : null, false)]),
      );
    },

    async add(actor, evidence, input) {
      requireEdit(actor, evidence);
      const photo = input.photoId ? await requirePhoto(evidence, input.photoId) : null;
      return changes.run(actor.id, async (change) => {
        await hold(change, actor, evidence);
        const [row] = await change.tx
          .insert(issues)
          .values({
            ...input,
            photoId: photo?.id ?? null,
            imageUrl: photo ? pictureUrl(photo) : null,
            areaSessionId: evidence.areaSessionId,
            inspectionId: evidence.reviewId,
            source: 'person',
            status: 'confirmed',
            recommendedAction: recommend(input.category, input.severity).recommendedAction,
            decidedBy: actor.id,
            decidedAt: new Date(),
          })
          .onConflictDoNothing({ target: issues.id })
          .returning();
        if (!row) return { created: false, issue: await repeated(change, actor, evidence, input) };
        await refreshEvidence(change, evidence);
        change.audit('issue.added', 'issue', row.id, { severity: row.severity, category: row.category });
        pushIssues(change, evidence);
        return { created: true, issue: await viewOne(actor, change.tx, row.id, evidence) };
      });
    },

    async change(actor, target, input) {
      const { issue, evidence } = target;
      requireEdit(actor, evidence);
      return changes.run(actor.id, async (change) => {
        await hold(change, actor, evidence);
        const [present] = await change.tx.select().from(issues).where(eq(issues.id, issue.id));
        if (!isDeepStrictEqual(present, issue))
          throw conflict('Somebody else changed this finding at the same moment. Reload and try again');
        const content = input.category || input.severity;
        const words = [input.category, input.severity, input.title, input.description, input.boundingBox];
        const corrected = words.some((given) => given !== undefined);
        // Whoever added a finding by hand stays its author when it is only corrected.
        const decided = input.status || issue.source === 'ai' || !corrected;
        // Brought back, it is no double any more.
        const noDouble = input.status && issue.status === 'dismissed' && issue.decidedBy === null;
        const next = { category: input.category ?? issue.category, severity: input.severity ?? issue.severity };
        await change.tx
          .update(issues)
          .set({
            ...(noDouble ? { note: null } : {}),
            ...input,
            ...(content ? { recommendedAction: recommend(next.category, next.severity).recommendedAction } : {}),
            // A person's word: what they changed or confirmed is no longer a suggestion.
            ...(corrected && !input.status && issue.status === 'pending' ? { status: 'confirmed' as const } : {}),
            ...(decided ? { decidedBy: actor.id, decidedAt: new Date() } : {}),
          })
          .where(eq(issues.id, issue.id));
        await refreshEvidence(change, evidence);
        change.audit('issue.changed', 'issue', issue.id, {
          ...input,
          from: { status: issue.status, severity: issue.severity },
        });
        pushIssues(change, evidence);
        return viewOne(actor, change.tx, issue.id, evidence);
      });
    },
  };

  async function isChangedSince(change: Change, id: string): Promise<boolean> {
    const entries = await change.tx
      .select({ id: auditLogs.id })
      .from(auditLogs)
      .where(and(eq(auditLogs.entityType, 'issue'), eq(auditLogs.entityId, id), eq(auditLogs.action, 'issue.changed')))
      .limit(1);
    return entries.length > 0;
  }

  function holds(row: IssueRow, input: z.output<typeof issueInputSchema>): boolean {
    return (
      row.title === input.title &&
      row.description === input.description &&
      row.severity === input.severity &&
      row.category === input.category &&
      row.photoId === (input.photoId ?? null) &&
      isDeepStrictEqual(row.boundingBox, input.boundingBox ?? null)
    );
  }

  /** The same id again answers the same row; other content under a used id is a conflict. */
  async function repeated(
    change: Change,
    actor: Actor,
    evidence: Evidence,
    input: z.output<typeof issueInputSchema>,
  ): Promise<Issue> {
    const [present] = await change.tx
      .select()
      .from(issues)
      .where(and(eq(issues.id, input.id ?? ''), ofEvidence(evidence)));
    const same = present?.source === 'person' && (holds(present, input) || (await isChangedSince(change, present.id)));
    if (!same) throw conflict('This id is already in use for another finding');
    return viewOne(actor, change.tx, present.id, evidence);
  }
}

/**
 * Puts the findings of an analysis in place of those that an earlier one made of the same photo. What a person has
 * confirmed, dismissed, changed or added stays.
 */
export async function replaceAiIssues(
  change: Change,
  photo: PhotoRow,
  analysis: Analysis,
  evidence: Pick<Evidence, 'areaSessionId' | 'reviewId' | 'ownerId'>,
): Promise<void> {
  const { tx } = change;
  const present = await tx
    .select()
    .from(issues)
    .where(and(eq(issues.photoId, photo.id), eq(issues.source, 'ai')));
  const stale = present.filter(isUntouched).map((issue) => issue.id);
  if (stale.length > 0) await tx.delete(issues).where(inArray(issues.id, stale));
  await insertAiIssues(change, photo, analysis.detectedIssues, evidence);
  await dismissDoubles(change, photo, analysis.detectedIssues);
}

/** Adds what the AI found on a photo, `videoTimestamp` seconds into the recording where the photo is a still of one. */
export async function insertAiIssues(
  change: Change,
  photo: Pick<PhotoRow, 'id'>,
  detected: readonly DetectedIssue[],
  evidence: Pick<Evidence, 'areaSessionId' | 'reviewId'>,
  videoTimestamp: number | null = null,
): Promise<void> {
  if (detected.length === 0) return;
  await change.tx
    .insert(issues)
    .values(
      detected.map((found) => ({
        id: found.id,
        areaSessionId: evidence.areaSessionId,
        inspectionId: evidence.reviewId,
        photoId: photo.id,
        title: recommend(found.category, found.severity).title,
        description: found.description,
        severity: found.severity,
        category: found.category,
        aiConfidence: found.confidence.toFixed(2),
        imageUrl: fileUrl(photo.id),
        videoTimestamp,
        boundingBox: found.boundingBox ?? null,
        source: 'ai' as const,
        recommendedAction: found.recommendedAction,
      })),
    )
    .onConflictDoNothing({ target: issues.id });
}

/** A deleted photo takes its open AI findings with it; a person's findings stay without their picture. */
export async function dropIssuesOfPhoto(change: Change, photoId: string): Promise<void> {
  await change.tx
    .delete(issues)
    .where(and(eq(issues.photoId, photoId), eq(issues.source, 'ai'), inArray(issues.status, openStatuses)));
  await change.tx
    .update(issues)
    .set({ photoId: null, imageUrl: null, boundingBox: null })
    .where(eq(issues.photoId, photoId));
}
