import type { Inspection } from '#contract/inspections.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import * as repository from '../inspections.repository.ts';
import type { InspectionContext } from '../inspections.repository.ts';
import { inspectionChanged } from '../inspections.rules.ts';
import type { InspectionsService } from '../inspections.service.ts';

/** A flag asks another reviewer to look at an inspection in any status. The owner does not learn of it. */
export interface FlagsService {
  /** Flags an inspection and notifies the other admins. Flagging it again only changes the note. */
  set(actor: Actor, target: Authorized<InspectionContext>, note: string | null): Promise<Inspection>;
  /** Removes the flag; does nothing without one. */
  clear(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection>;
}

export function createFlagsService(deps: {
  changes: Changes;
  notifications: NotificationsService;
  inspections: Pick<InspectionsService, 'view'>;
}): FlagsService {
  const { changes, notifications, inspections } = deps;

  /** Sends the event to admins only, because owners do not see flags. */
  async function answer(change: Change, actor: Actor, target: InspectionContext): Promise<Inspection> {
    change.push(inspectionChanged(target), { users: [], admins: true });
    const contexts = await repository.listByIds(change.tx, [target.inspection.id]);
    return expectOne(await inspections.view(change.tx, actor, contexts));
  }

  return {
    set: (actor, target, note) =>
      changes.run(actor.id, async (change) => {
        const { inspection, property } = target;
        // Locked, so that only the first of two concurrent flags notifies.
        const before = await repository.lockById(change.tx, inspection.id);
        const flag = { flagNote: note, flaggedBy: actor.id, flaggedAt: new Date() };
        await repository.update(change.tx, inspection.id, flag);
        change.audit('inspection.flagged', 'inspection', inspection.id, { note });
        if (!before?.flaggedAt)
          await notifications.notify(change, {
            userIds: await notifications.adminIds(change.tx),
            kind: 'inspection_flagged',
            title: `${property.name}: ${inspection.area} is flagged for review`,
            body: note ?? 'Please take a second look.',
            link: `/admin?tab=monitoring&inspectionId=${inspection.id}`,
          });
        return answer(change, actor, target);
      }),
    clear: (actor, target) =>
      changes.run(actor.id, async (change) => {
        const { id } = target.inspection;
        const before = await repository.lockById(change.tx, id);
        if (before?.flaggedAt) {
          await repository.update(change.tx, id, { flagNote: null, flaggedBy: null, flaggedAt: null });
          change.audit('inspection.unflagged', 'inspection', id);
        }
        return answer(change, actor, target);
      }),
  };
}
