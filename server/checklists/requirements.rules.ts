import type { AreaCode } from '#contract/area-codes.ts';
import type { Area } from '#contract/areas.ts';
import type { CaseArea } from '#contract/case-page.ts';
import { photoThumbnailUrl } from '#contract/photos.ts';
import type { AreaRequirement, CaseRequirement, RequirementDetails } from '#contract/requirements.ts';
import type { ChosenEvidence } from './requirements.repository.ts';

const evidenceOf = ({ evidence: { photoId, checklistItemId }, check }: ChosenEvidence) => ({
  photoId,
  thumbnailUrl: photoId === null ? null : photoThumbnailUrl(photoId),
  checklistItemId,
  check,
});

/**
 * The requirements that are inspected in an area: its own first, then those about the whole property, which another
 * area of the run may also meet.
 */
export function requirementsOfArea(
  all: readonly RequirementDetails[],
  chosen: readonly ChosenEvidence[],
  { id, code }: { id: string; code: AreaCode },
): AreaRequirement[] {
  const shown = all
    .map((details, position) => ({ ...details, position }))
    .filter(({ area }) => area === null || area === code)
    .map((requirement) => {
      const ofThis = chosen.filter(({ evidence }) => evidence.position === requirement.position);
      const own = ofThis.find(({ evidence }) => evidence.areaSessionId === id);
      const elsewhere = ofThis.find(({ evidence, met }) => met && evidence.areaSessionId !== id);
      const metIn = requirement.area === null ? (elsewhere?.area ?? null) : null;
      return {
        ...requirement,
        met: own?.met === true || metIn !== null,
        evidence: own ? evidenceOf(own) : null,
        metIn,
      };
    });
  return [...shown.filter(({ area }) => area !== null), ...shown.filter(({ area }) => area === null)];
}

/**
 * All requirements of a case in their order. One whose area is left out is not met, and counts in no coverage.
 */
export function requirementsOfCase(
  all: readonly RequirementDetails[],
  chosen: readonly ChosenEvidence[],
  areas: readonly Pick<Area, 'code' | 'name'>[],
  inspected: readonly Pick<CaseArea, 'code' | 'status' | 'notApplicableReason'>[],
): CaseRequirement[] {
  return all.map((requirement, position) => {
    const ofThis = chosen.filter(({ evidence }) => evidence.position === position);
    const best = ofThis.find(({ met }) => met) ?? ofThis[0];
    const leftOut = inspected.find(({ code, status }) => code === requirement.area && status === 'not_applicable');
    return {
      ...requirement,
      position,
      met: best?.met ?? false,
      evidence: best ? evidenceOf(best) : null,
      metIn: requirement.area === null && best?.met ? best.area : null,
      areaName: areas.find(({ code }) => code === requirement.area)?.name ?? null,
      leftOut: leftOut ? { reason: leftOut.notApplicableReason } : null,
    };
  });
}
