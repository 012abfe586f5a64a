import { eq } from 'drizzle-orm';
import type { Inspection } from '#contract/inspections.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { changedEvent } from './inspections.rules.ts';
import { inspections } from './inspections.tables.ts';

/** A flag asks another reviewer to look at an inspection, whatever its status; its owner is not told. */
export interface Flags {
  /** Flags it and tells the other admins; a second time the note is another, and nobody is told again. */
  set(actor: Actor, target: Authorized<InspectionContext>, note: string | null): Promise<Inspection>;
  /** Takes the flag away; without one nothing happens. */
  clear(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection>;
}

interface FlagsDeps {
  changes: Changes;
  notifications: Pick<NotificationsService, 'notify' | 'adminIds'>;
  view(actor: Actor, contexts: InspectionContext[], db?: Executor): Promise<Inspection[]>;
}

export function createFlags({ changes, notifications, view }: FlagsDeps): Flags {
  /** Held, so that of two who flag it at once one is the first. */
  async function hold(change: Change, id: string) {
    return only(await change.tx.select().from(inspections).where(eq(inspections.id, id)).for('no key update'));
  }
  async function answer(change: Change, actor: Actor, target: InspectionContext): Promise<Inspection> {
    change.push(changedEvent(target), { users: [], admins: true });
    const context = await repository.find(change.tx, target.inspection.id);
    return only(await view(actor, context ? [context] : [], change.tx));
  }

  return {
    set: (actor, target, note) =>
      changes.run(actor.id, async (change) => {
        const { inspection, property } = target;
        const before = await hold(change, inspection.id);
        await change.tx
          .update(inspections)
          .set({ flagNote: note, flaggedBy: actor.id, flaggedAt: new Date() })
          .where(eq(inspections.id, inspection.id));
        change.audit('inspection.flagged', 'inspection', inspection.id, { note });
        if (!before.flaggedAt)
          await notifications.notify(change, {
            userIds: await notifications.adminIds(change.tx),
            kind: 'inspection_flagged',
            title: `${property.name}: ${inspection.area} is flagged for review`,
            body: note ?? 'A second reviewer is asked to look at it.',
            link: `/admin?tab=monitoring&inspectionId=${inspection.id}`,
          });
        return answer(change, actor, target);
      }),
    clear: (actor, target) =>
      changes.run(actor.id, async (change) => {
        const before = await hold(change, target.inspection.id);
        if (before.flaggedAt) {
          await change.tx
            .update(inspections)
            .set({ flagNote: null, flaggedBy: null, flaggedAt: null })
            .where(eq(inspections.id, before.id));
          change.audit('inspection.unflagged', 'inspection', before.id);
        }
        return answer(change, actor, target);
      }),
  };
}
