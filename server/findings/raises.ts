import type { ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { publishCritical } from './critical.ts';
import * as repository from './findings.repository.ts';
import { givenSeverity, raisedSeveritiesOf } from './raises.rules.ts';

/**
 * Raises findings that are open in three or more guest rooms, and lowers them when that no longer applies. Call it
 * after every change of findings, under the lock of their area, before scores are recounted.
 */
export async function updateRaisedSeverities(change: Change, { areaSessionId }: ScopeKey): Promise<void> {
  if (!areaSessionId) return;
  const findings = await repository.listInGuestRooms(change.tx, areaSessionId);
  const before = new Map(findings.map((finding) => [finding.id, finding]));
  for (const [id, raise] of raisedSeveritiesOf(findings)) {
    await repository.update(change.tx, id, raise);
    const finding = before.get(id);
    if (finding?.severity === raise.severity) continue;
    change.audit('issue.raised', 'issue', id, {
      severity: raise.severity,
      given: finding && givenSeverity(finding),
      rooms: raise.raisedRooms,
    });
    if (raise.severity === 'critical') await publishCritical(change, [id]);
  }
}
