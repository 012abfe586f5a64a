import { pageMessageSchema } from '#contract/events.ts';
import type { InspectionUpdate } from '#contract/frames.ts';
import { findingNotFound } from '#server/findings/findings.errors.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import { inspectionNotFound } from '#server/inspections/inspections.errors.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import { requireOpen } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isStorable } from '#server/platform/http/input.ts';
import { notJson, notSignedIn, textNotStorable } from '#server/platform/http/http.errors.ts';
import * as errors from './frames.errors.ts';

export interface PageMessagesService {
  /**
   * Records a message that a page sent over /ws and forwards it to the admins' pages. Throws AppError when it refuses
   * the message.
   */
  receive(actor: Actor, text: string): Promise<void>;
}

interface Deps {
  changes: Changes;
  limits: Limits;
  scopes: ScopesService;
  inspections: InspectionsService;
  findings: FindingsService;
  sessionAlive(sessionId: string): Promise<boolean>;
}

function parseUpdate(text: string): InspectionUpdate {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw notJson('message');
  }
  if (!isStorable(message)) throw textNotStorable();
  const { data, error } = pageMessageSchema.safeParse(message);
  if (data) return data.payload;
  throw errors.messageNotUnderstood(error.issues[0]?.message ?? '');
}

export function createPageMessagesService(deps: Deps): PageMessagesService {
  return {
    async receive(actor, text) {
      await deps.limits.messages.consume(actor.id);
      // A socket may stay open for one heartbeat after its session ended.
      if (!(await deps.sessionAlive(actor.session.id))) throw notSignedIn();
      const update = parseUpdate(text);
      const { inspectionId, detection, timestamp } = update;
      if (update.userId !== actor.id) throw errors.messageForSomebodyElse();
      const target = await deps.inspections.load(actor, inspectionId);
      if (!target) throw inspectionNotFound();
      const scope = await deps.scopes.ofInspection(actor, target);
      requireOpen(actor, scope);
      if (!(await deps.findings.isOf(scope, detection.issueId))) throw findingNotFound();
      await deps.changes.run(actor.id, async (change) => {
        change.audit('inspection.live_update', 'inspection', inspectionId, { detection, timestamp });
        change.push({ type: 'inspection_update', payload: update }, { users: [], admins: true });
      });
    },
  };
}
