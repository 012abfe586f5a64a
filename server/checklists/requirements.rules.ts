import type { AreaCode } from '#contract/area-codes.ts';
import { photoThumbnailUrl } from '#contract/photos.ts';
import type { AreaRequirement, RequirementDetails } from '#contract/requirements.ts';
import type { ChosenEvidence } from './requirements.repository.ts';

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
      const { photoId = null, checklistItemId = null } = own?.evidence ?? {};
      const thumbnailUrl = photoId === null ? null : photoThumbnailUrl(photoId);
      return {
        ...requirement,
        met: own?.met === true || metIn !== null,
        evidence: own ? { photoId, thumbnailUrl, checklistItemId, check: own.check } : null,
        metIn,
      };
    });
  return [...shown.filter(({ area }) => area !== null), ...shown.filter(({ area }) => area === null)];
}
