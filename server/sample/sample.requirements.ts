import type { AreaSession } from '#contract/areas.ts';
import type { AreaRequirementsService } from '#server/checklists/requirements.service.ts';
import type { AreasService } from '#server/inspections/areas/areas.service.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { required } from './required.ts';
import { requirementEvidence } from './sample.content.ts';

export interface RequirementsDeps {
  areas: AreasService;
  areaRequirements: AreaRequirementsService;
  photos: PhotosService;
  scopes: ScopesService;
}

/** Chooses the photos that are the evidence for the brand's requirements. */
export async function meetRequirements(
  { areas, areaRequirements, photos, scopes }: RequirementsDeps,
  owner: Actor,
  areaSessions: readonly AreaSession[],
): Promise<void> {
  for (const { id, abilities } of areaSessions) {
    if (!abilities.work) continue;
    const target = required(await areas.load(owner, id), 'an area');
    const taken = await photos.list(owner, scopes.ofAreaSession(target));
    for (const { position, text, evidence } of await areaRequirements.list(target)) {
      const photo = taken.find(({ filename }) => filename === requirementEvidence[text]);
      if (photo && !evidence) await areaRequirements.choose(owner, target, position, { photoId: photo.id });
    }
  }
}
