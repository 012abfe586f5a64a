import type { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import type { pipItemPatchSchema } from '#contract/reports.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { PipItemRow } from '#server/schema/reports.tables.ts';
import * as items from './items.repository.ts';
import {
  itemChangedMeanwhile,
  itemChangeNeedsApproval,
  itemDecidedByAdmins,
  itemNotInPlan,
  itemStepRefused,
} from './reports.errors.ts';
import * as repository from './reports.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { modified } from './reports.rules.ts';
import { callerOf, itemRefusal } from './workflow.rules.ts';
import { lockReport, sendReportChanged, settleReport } from './plan-steps.ts';

type Patch = z.output<typeof pipItemPatchSchema>;

export interface ItemContext extends ReportContext {
  item: PipItemRow;
}

export interface ItemsService {
  load(actor: Actor, id: string): Promise<Authorized<ItemContext> | null>;
  /**
   * Decides on an item, or advances its work. Throws 403 for a decision by anybody but an admin, and 409 with the
   * current status for a step that is not possible from it.
   */
  change(actor: Actor, target: Authorized<ItemContext>, patch: Patch): Promise<void>;
}

/** The fields that an admin changes together with an approval. */
const changesOf = ({ status: _status, note: _note, ...fields }: Patch) => fields;

/** Moves an item to a status together with other fields; 409 when somebody else moved it first. */
async function moveItem(change: Change, item: PipItemRow, fields: Partial<PipItemRow> & Pick<PipItemRow, 'status'>) {
  if (!(await items.changeItem(change.tx, item, fields))) throw itemChangedMeanwhile();
  return { ...item, ...fields };
}

export function createItemsService(deps: { db: Database; changes: Changes }): ItemsService {
  const { db, changes } = deps;
  return {
    async load(actor, id) {
      const item = await items.findItem(db, id);
      if (!item) return null;
      const where = actor.isAdmin ? undefined : repository.ownedBy(actor.id);
      const context = await repository.find(db, item.pipReportId, where);
      return context ? authorize({ ...context, item }) : null;
    },

    async change(actor, target, patch) {
      const fields = changesOf(patch);
      const decides = patch.status === 'approved' || patch.status === 'rejected';
      const modifies = Object.values(fields).some((value) => value !== undefined);
      if ((decides || modifies) && !actor.isAdmin) throw itemDecidedByAdmins();
      if (modifies && patch.status !== 'approved') throw itemChangeNeedsApproval();
      await changes.run(actor.id, async (change) => {
        const report = await lockReport(change, target.report.id);
        const item = await items.findItem(change.tx, target.item.id);
        if (!item) throw itemNotInPlan();
        const refusal = itemRefusal(callerOf(actor, target), report.status, item.status, patch.status);
        if (refusal) throw itemStepRefused(refusal);

        // Starting an item of a self-made plan approves it.
        const startable =
          item.status === 'pending' && patch.status === 'in_progress'
            ? await moveItem(change, item, { status: 'approved' })
            : item;
        const { estimatedCost, estimatedDays, ...texts } = fields;
        await moveItem(change, startable, {
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
          ...(estimatedCost === undefined ? {} : { estimatedCost: toDecimal(estimatedCost) }),
        });
        sendReportChanged(change, settled, target.property.userId);
      });
    },
  };
}
