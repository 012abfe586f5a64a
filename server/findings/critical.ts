import { openFindingStatuses } from '#contract/findings.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import * as repository from './findings.repository.ts';

/** Sends a webhook event if the finding is open and critical, only once however often it becomes so. */
export async function publishIfCritical(change: Change, finding: FindingRow): Promise<void> {
  const { id, title, category, severity, status, areaSessionId, inspectionId } = finding;
  if (severity !== 'critical' || !openFindingStatuses.includes(status)) return;
  await change.publish('finding.critical', id, { finding: { id, title, category, areaSessionId, inspectionId } });
}

/** The same for each of these findings, as they are stored now. */
export async function publishCritical(change: Change, ids: readonly string[]): Promise<void> {
  for (const finding of await repository.listRowsByIds(change.tx, [...ids])) await publishIfCritical(change, finding);
}
