import type { SQL } from 'drizzle-orm';
import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';

/**
 * The work on findings in plans, which follows what is decided on them: completed work whose finding is found again is
 * reopened, and what is closed needs no work. The plans provide it, because they come after the findings.
 */
export interface RepairWork {
  /**
   * A condition that locks the plans' items of the property if it has a plan. Give it to the lock of the area or inspection
   * (WorkflowService), which takes it first, because verifying work takes the locks in this order.
   */
  lockFirst(scope: ScopeKey): SQL | undefined;
  /** Reopens the completed work on these findings, and notifies the owner and the brand. */
  reopen(change: Change, findingIds: readonly string[]): Promise<void>;
  /** Excludes the items from their plans whose findings were closed or merged, and includes them when these are open again. */
  follow(change: Change, findingIds: readonly string[]): Promise<void>;
  /** Runs the deletion of findings; the items that had them, or the same defects, follow. */
  followDeletion(change: Change, findingIds: readonly string[], remove: () => Promise<void>): Promise<void>;
}
