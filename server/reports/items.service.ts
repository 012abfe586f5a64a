import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { pipItemPatchSchema } from '#contract/reports.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { conflict, field, forbidden } from '#server/platform/http/problem.ts';
import { holdReport, pushReport, settleReport } from './reports.changes.ts';
import * as repository from './reports.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { modified } from './reports.rules.ts';
import { pipItems, type PipItemRow } from './reports.tables.ts';
import { standingOf } from './reports.views.ts';
import { itemRefusal } from './workflow.rules.ts';

type Patch = z.output<typeof pipItemPatchSchema>;

export interface ItemContext extends ReportContext {
  item: PipItemRow;
}

export interface ItemsService {
  load(actor: Actor, id: string): Promise<Authorized<ItemContext> | null>;
  /**
   * Decides on an item, or takes its work a step further. Throws 403 for a decision by anybody but an admin and 409, naming
   * the present state, for a step that cannot follow it.
   */
  change(actor: Actor, target: Authorized<ItemContext>, patch: Patch): Promise<void>;
}

/** The fields that an admin changes together with an approval. */
const changesOf = ({ status: _status, note: _note, ...fields }: Patch) => fields;

export function createItemsService(deps: { db: Database; changes: Changes }): ItemsService {
  const { db, changes } = deps;
  return {
    async load(actor, id) {
      const item = await repository.findItem(db, id);
      if (!item) return null;
      const where = actor.isAdmin ? undefined : repository.ownedBy(actor.id);
      const context = await repository.find(db, item.pipReportId, where);
      return context ? authorize({ ...context, item }) : null;
    },

    async change(actor, target, patch) {
      const fields = changesOf(patch);
      const decides = patch.status === 'approved' || patch.status === 'rejected';
      const modifies = Object.values(fields).some((value) => value !== undefined);
      if ((decides || modifies) && !actor.isAdmin)
        throw forbidden('Only Admin/QA can approve, modify or reject an item');
      if (modifies && patch.status !== 'approved') {
        throw field('status', 'Changes of an item go together with its approval: send them with the status approved');
      }
      await changes.run(actor.id, async (change) => {
        const report = await holdReport(change, target.report.id);
        const item = await repository.findItem(change.tx, target.item.id);
        if (!item) throw conflict('The item is no longer part of the plan');
        const refusal = itemRefusal(standingOf(actor, target), report.status, item.status, patch.status);
        if (refusal) throw conflict(refusal);

        const move = async (from: PipItemRow['status'], set: Partial<PipItemRow>) => {
          const rows = await change.tx
            .update(pipItems)
            .set({ ...set, touchedAt: new Date() })
            .where(and(eq(pipItems.id, item.id), eq(pipItems.status, from)))
            .returning({ id: pipItems.id });
          if (rows.length === 0)
            throw conflict('Somebody else changed the item at the same moment. Reload and try again');
        };
        // The owner of a self-made plan approves by starting.
        const approvedByStart = item.status === 'pending' && patch.status === 'in_progress';
        if (approvedByStart) await move('pending', { status: 'approved' });
        const { estimatedCost, estimatedDays, ...texts } = fields;
        await move(approvedByStart ? 'approved' : item.status, {
          ...texts,
          ...modified(item, { estimatedCost, estimatedDays }),
          ...(patch.note === undefined ? {} : { note: patch.note || null }),
          status: patch.status,
        });
        const settled = await settleReport(change, report);
        change.audit(`pip_item.${modifies ? 'modified' : patch.status}`, 'pip_item', item.id, {
          pipReportId: report.id,
          from: item.status,
          to: patch.status,
          ...fields,
        });
        pushReport(change, settled, target.property.userId);
      });
    },
  };
}
