import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';

/**
 * The completed work on findings, which a finding that is found again reopens at once. The plans provide it, because
 * they come after the findings.
 */
export interface RepairWork {
  /**
   * Locks the plans' items of the area or inspection if completed work may be reopened. Call it before any other lock,
   * because verifying work takes the locks in this order.
   */
  lock(change: Change, scope: ScopeKey): Promise<void>;
  /** Reopens the completed work on these findings, and notifies the owner and the brand. */
  reopen(change: Change, findingIds: readonly string[]): Promise<void>;
}
