import type { Place } from '#contract/places.ts';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { Track } from '#contract/vision/tracks.ts';
import type { Analyzer } from '#server/analysis/analyzer.service.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { contradictedItem } from '#server/checklists/checklists.rules.ts';
import type { ChecklistsService } from '#server/checklists/checklists.service.ts';
import type { AiFindingsService } from '#server/findings/ai-findings.service.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import type { Scope } from '#server/inspections/scope.rules.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { StillsService } from '#server/photos/stills.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import { defectsOfFrame, findingsBeside, wholePicture } from './frames.rules.ts';

/** A stored frame with its second on the recording's timeline and the engine's answer. */
export interface AnalyzedFrame {
  jpeg: Buffer;
  path: string;
  at: number;
  /** The place that the camera shows. */
  place: Place;
  analysis: Analysis;
  /** All tracks that the frame shows. */
  seen: readonly Track[];
}

export interface ConfirmationService {
  /**
   * Turns newly confirmed tracks into findings with the still that shows them, one for each category. When the frame or a
   * photo of the same inspection already shows such a finding, they join it. Answers the finding of each track.
   */
  confirm(
    actor: Actor,
    scope: Authorized<Scope>,
    certain: readonly Track[],
    frame: AnalyzedFrame,
  ): Promise<Map<string, string>>;
}

export function createConfirmationService(deps: {
  db: Database;
  changes: Changes;
  analyzer: Analyzer;
  areas: AreasService;
  workflow: WorkflowService;
  checklists: ChecklistsService;
  findings: FindingsService;
  aiFindings: AiFindingsService;
  stills: StillsService;
}): ConfirmationService {
  const { db, changes, analyzer, areas, workflow, checklists, findings, aiFindings, stills } = deps;

  /** Sends the event to the open pages of the inspection and writes the audit entry. */
  function announce(
    change: Change,
    scope: Scope,
    detected: readonly DetectedIssue[],
    { items, at }: { items: readonly ChecklistItemRow[]; at: number },
  ): void {
    const audience = ownerAndAdmins(scope.ownerId);
    if (detected.length > 0) findings.pushChanged(change, scope);
    for (const { id, category, severity, confidence, boundingBox = wholePicture } of detected) {
      change.audit('issue.detected_live', 'issue', id, { category, severity, confidence, at });
      const payload = {
        inspectionId: scope.reviewId ?? '',
        itemId: contradictedItem(category, items)?.id ?? null,
        confidence,
        issue: recommend(category, severity).title,
        issueId: id,
        category,
        severity,
        boundingBox,
        at,
      };
      change.push({ type: 'ai_detection', payload }, audience);
    }
  }

  return {
    async confirm(actor, scope, certain, { jpeg, path, at: seconds, place, analysis, seen }) {
      const open = await aiFindings.openOf(db, scope);
      const beside = findingsBeside(certain, seen, new Set(open.map(({ id }) => id)));
      const found = defectsOfFrame(
        certain.filter(({ id }) => !beside.has(id)),
        seen,
      );
      if (found.length === 0) return beside;
      const at = Math.floor(seconds);
      const items = await checklists.itemsOf(db, scope.area);
      const area = await areas.areaNamed(db, scope.area);
      const made = await analyzer.process(path, { analyze: false, account: actor.id });
      const adopted = await changes.run(actor.id, async (change) => {
        await workflow.lockIfOpen(change, scope);
        const defects = found.map(({ defect }) => defect);
        const findingIds = await aiFindings.adoptPhotoFindings(change, scope, defects, at);
        const taken = defects.flatMap((each) => {
          const id = findingIds.get(each.id);
          return id ? [{ ...each, id }] : [];
        });
        announce(change, scope, taken, { items, at });
        return findingIds;
      });
      const findingIds = new Map([
        ...beside,
        ...found.flatMap(({ defect, boxes }) =>
          boxes.map(({ id }): [string, string] => [id, adopted.get(defect.id) ?? defect.id]),
        ),
      ]);
      const fresh = found.filter(({ defect }) => !adopted.has(defect.id));
      if (fresh.length === 0) return findingIds;
      const defects = fresh.map(({ defect }) => defect);
      const still = {
        jpeg,
        made,
        analysis: { ...analysis, detectedIssues: fresh.flatMap(({ boxes }) => boxes) },
        filename: `live-${String(at).padStart(5, '0')}s.jpg`,
        place,
        category: area?.code ?? ('rooms' as const),
      };
      await stills.save(actor.id, scope, still, async (change, photo) => {
        await aiFindings.addOfStill(change, photo, defects, at);
        await workflow.recount(change, scope);
        announce(change, scope, defects, { items, at });
      });
      return findingIds;
    },
  };
}
