import { declareError, statusText } from '#server/platform/http/problem.ts';

export const onlyOwnerChangesFindings = declareError({
  status: 403,
  code: 'owner_only_findings',
  detail: "Only the property's owner changes findings",
});
export const findingsClosed = declareError({
  status: 409,
  code: 'findings_closed',
  detail: (what: 'area' | 'inspection', status: string) =>
    `The ${what} is ${statusText(status)} and its findings cannot be changed now`,
});
export const findingChangedMeanwhile = declareError({
  status: 409,
  code: 'finding_changed_meanwhile',
  detail: 'Somebody else changed this finding at the same moment. Reload and try again',
});
export const findingEditedMeanwhile = declareError({
  status: 409,
  code: 'finding_edited_meanwhile',
  detail: 'Somebody else has changed this finding meanwhile',
});
export const findingInWork = declareError({
  status: 409,
  code: 'finding_in_work',
  detail: 'Work on this finding is under way. Report it as finished in the improvement plan',
});
export const findingDecidedByBrand = declareError({
  status: 403,
  code: 'finding_decided_by_brand',
  detail: 'The brand has confirmed this finding. Only the brand can dismiss it, merge it or lower its severity',
});
export const resolutionNeedsProof = declareError({
  status: 409,
  code: 'resolution_needs_proof',
  detail: 'The brand has confirmed this finding. Add a photo after the repair, or a note, to resolve it',
});
export const findingIdInUse = declareError({
  status: 409,
  code: 'finding_id_in_use',
  detail: 'This id is already in use for another finding',
});
export const photoNotInScope = declareError({
  status: 400,
  code: 'finding_photo_not_in_scope',
  detail: 'The photo is not one of this area',
  field: 'photoId',
});

export const areaHasNoRecording = declareError({
  status: 400,
  code: 'area_has_no_recording',
  detail: 'Only a finding of a live inspection has a time in the recording',
  field: 'videoTimestamp',
});

export const findingsElsewhere = declareError({
  status: 400,
  code: 'findings_elsewhere',
  detail: 'The findings are not all of this area',
  field: 'ids',
});
const refusals = {
  single: 'There is only one finding',
  closed: 'Only open findings can be merged. Reload to see the current state',
  earlier: 'A finding can be the same as only one of an earlier inspection. Separate the other one first',
  category: 'Only findings of one category can be the same defect',
};
export const notMergeable = declareError({
  status: 409,
  code: 'findings_not_mergeable',
  detail: (why: keyof typeof refusals) => refusals[why],
});
export const notMerged = declareError({
  status: 409,
  code: 'finding_not_merged',
  detail: 'The finding is not merged with another one',
});

/** Also the answer for another user's finding, so that ids cannot be probed. */
export const findingNotFound = declareError({ status: 404, code: 'finding_not_found', detail: 'Finding not found' });
