import { openFindingStatuses } from '#contract/findings.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import * as repository from './findings.repository.ts';

/** Sends one webhook event for each of these findings that is open and critical. */
export async function publishCritical(change: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const finding of await repository.listRowsByIds(change.tx, [...ids])) {
    const { id, title, category, severity, status, areaSessionId, inspectionId } = finding;
    if (severity !== 'critical' || !openFindingStatuses.includes(status)) continue;
    await change.publish('finding.critical', id, { finding: { id, title, category, areaSessionId, inspectionId } });
  }
}
