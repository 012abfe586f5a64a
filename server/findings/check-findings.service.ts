import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import { publishIfCritical } from './critical.ts';
import * as repository from './findings.repository.ts';
import { updateRaisedSeverities } from './raises.ts';
import type { RepairWork } from './repair-work.service.ts';

export interface FailedCheck {
  itemId: string;
  title: string;
  category: FindingCategory;
  /** The recommended repair, in one sentence. */
  action: string;
  severity: Severity;
  /** The severity that the user chose; null keeps the earlier one. */
  chosenSeverity: Severity | null;
  /** Null keeps the existing description. */
  note: string | null;
}

/** What the area or inspection already has of a check, read under its lock. */
export interface EarlierOfCheck {
  /** The finding of an earlier answer, whatever was decided on it since. */
  finding: FindingRow | null;
  hasPhoto: boolean;
}

/** Findings that come from failed checklist items. */
export interface CheckFindingsService {
  /** For the lock of the area or inspection before a check is answered (RepairWork). */
  lockFirst: RepairWork['lockFirst'];
  /**
   * Adds a finding for a failed check, confirmed because a user reported it, or confirms the earlier one. Completed work on it
   * is reopened. Returns its severity before it was raised.
   */
  fail(change: Change, scope: ScopeKey, check: FailedCheck, earlier: EarlierOfCheck): Promise<Severity>;
  /** Makes a photo of the failed check the evidence of its finding, if there is a finding without one. */
  show(change: Change, scope: ScopeKey, itemId: string): Promise<void>;
  /** Resolves the finding when the check passes later. */
  pass(change: Change, scope: ScopeKey, itemId: string): Promise<void>;
}

export function createCheckFindingsService({ repairWork }: { repairWork: RepairWork }): CheckFindingsService {
  async function show(change: Change, scope: ScopeKey, itemId: string): Promise<void> {
    const shown = await repository.updatePhotoOfCheck(change.tx, scope, itemId);
    // The photo may have told the room, in which the same defect may now be the third.
    if (shown.length > 0) await updateRaisedSeverities(change, scope);
  }

  return {
    show,
    lockFirst: repairWork.lockFirst,
    async fail(change, scope, { itemId, title, category, action, severity, chosenSeverity, note }, earlier) {
      const decided = { status: 'confirmed' as const, decidedBy: change.userId, decidedAt: new Date() };
      const set = {
        ...decided,
        ...(note === null ? {} : { description: note }),
        ...(chosenSeverity === null ? {} : { severity: chosenSeverity, raisedFrom: null, raisedRooms: [] }),
      };
      const updated = earlier.finding && (await repository.updateOfCheck(change.tx, scope, itemId, set));
      if (updated) {
        if (earlier.hasPhoto) await repository.updatePhotoOfCheck(change.tx, scope, itemId);
        await updateRaisedSeverities(change, scope);
        await repairWork.reopen(change, [updated.id]);
        await repairWork.follow(change, [updated.id]);
        await publishIfCritical(change, updated);
        return updated.raisedFrom ?? updated.severity;
      }
      const added = await repository.insert(change.tx, {
        ...decided,
        createdBy: change.userId,
        areaSessionId: scope.areaSessionId,
        inspectionId: scope.inspectionId,
        checklistItemId: itemId,
        title,
        description: note ?? '',
        category,
        severity: chosenSeverity ?? severity,
        source: 'person',
        recommendedAction: action,
      });
      if (added && earlier.hasPhoto) await show(change, scope, itemId);
      if (added) await publishIfCritical(change, added);
      return chosenSeverity ?? severity;
    },
    async pass(change, scope, itemId) {
      const resolved = await repository.updateOfCheckToResolved(change.tx, scope, itemId, change.userId);
      if (resolved.length > 0) await updateRaisedSeverities(change, scope);
      await repairWork.follow(change, resolved);
    },
  };
}
