import { and, eq } from 'drizzle-orm';
import { liveMessageSchema, type InspectionUpdate } from '#contract/live.ts';
import { requireOpen, type EvidenceService } from '#server/evidence/evidence.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isStorable } from '#server/platform/http/input.ts';
import { forbidden, invalid, notFound, notSignedIn } from '#server/platform/http/problem.ts';

export interface UpdatesService {
  /** Takes what a page said over /ws: records it and passes it on to the admins' pages. Throws AppError where it may not. */
  receive(actor: Actor, text: string): Promise<void>;
}

interface Deps {
  db: Database;
  changes: Changes;
  limits: Limits;
  evidence: EvidenceService;
  inspections: InspectionsService;
  sessionAlive(sessionId: string): Promise<boolean>;
}

/** A message of a page. Throws 400 for what is none. */
function readUpdate(text: string): InspectionUpdate {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw invalid('The message is not valid JSON');
  }
  if (!isStorable(message)) throw invalid('The text holds characters that cannot be stored');
  const { data, error } = liveMessageSchema.safeParse(message);
  if (data) return data.payload;
  const [issue] = error.issues;
  throw invalid(`The message is not understood: ${issue?.message ?? ''}`);
}

export function createUpdatesService(deps: Deps): UpdatesService {
  const { db, changes, limits } = deps;
  return {
    async receive(actor, text) {
      await limits.messages.take(actor.id);
      // The socket outlives its session by a heartbeat at most; what it says does not.
      if (!(await deps.sessionAlive(actor.session.id))) throw notSignedIn();
      const update = readUpdate(text);
      const { inspectionId, detection, timestamp } = update;
      if (update.userId !== actor.id) throw forbidden('A page speaks for the person who is signed in on it');
      const target = await deps.inspections.load(actor, inspectionId);
      if (!target) throw notFound('Inspection');
      requireOpen(actor, await deps.evidence.ofInspection(actor, target));
      const [issue] = await db
        .select({ id: issues.id })
        .from(issues)
        .where(and(eq(issues.id, detection.issueId), eq(issues.inspectionId, inspectionId)));
      if (!issue) throw notFound('Finding');
      await changes.run(actor.id, async (change) => {
        change.audit('inspection.live_update', 'inspection', inspectionId, { detection, timestamp });
        change.push({ type: 'inspection_update', payload: update }, { users: [], admins: true });
      });
    },
  };
}
