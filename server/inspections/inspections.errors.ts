import { plural } from '#contract/texts.ts';
import { declareError, statusText } from '#server/platform/http/problem.ts';

/* Field work */

export const onlyOwnerDoesFieldWork = declareError({
  status: 403,
  code: 'owner_only_field_work',
  detail: "Only the property's owner does the field work",
});
export const closedForWork = declareError({
  status: 409,
  code: 'closed_for_work',
  detail: (what: 'area' | 'inspection' | 'item', status: string) =>
    `The ${what} is ${statusText(status)} and cannot be changed now`,
});
export const closedMeanwhile = declareError({
  status: 409,
  code: 'closed_meanwhile',
  detail: (status: string | null) =>
    status === null ? 'It was just removed' : `It is now ${statusText(status)} and can no longer be changed`,
});

/* Inspections outside of runs */

export const tooManyInspections = declareError({
  status: 429,
  code: 'too_many_inspections',
  detail: (most: number) => `Your account can start ${most} inspections a day. Try again later`,
  headers: () => ({ 'retry-after': '3600' }),
});

/* Area sessions */

export const areaNotApplicable = declareError({
  status: 409,
  code: 'area_not_applicable',
  detail: 'The area is marked as not applicable',
});
export const areaHasPhotos = declareError({
  status: 409,
  code: 'area_has_photos',
  detail: 'The area has photos; remove them before marking it as not applicable',
});
export const areaHasRecording = declareError({
  status: 409,
  code: 'area_has_recording',
  detail: 'The area has a recording and cannot be marked as not applicable',
});
export const areaOfAnotherProperty = declareError({
  status: 409,
  code: 'area_of_another_property',
  detail: 'The area session is of another property',
});
export const areaHasNoPhotos = declareError({
  status: 409,
  code: 'area_has_no_photos',
  detail: (status: string) => `The area is ${statusText(status)} and has no photos; add at least one first`,
});
export const areaAlreadyCompleted = declareError({
  status: 409,
  code: 'area_already_completed',
  detail: 'The area is already completed',
});
export const areaNotSubmitted = declareError({
  status: 409,
  code: 'area_not_submitted',
  detail: (status: string) =>
    `The area is ${statusText(status)}: only an area that waits for its review can be recalled`,
});
export const areaOpenedByReviewer = declareError({
  status: 409,
  code: 'area_opened_by_reviewer',
  detail: 'A reviewer has opened the area and it cannot be recalled any more',
});
export const areaChangedMeanwhile = declareError({
  status: 409,
  code: 'area_changed_meanwhile',
  detail: 'The area was changed by somebody else at the same moment',
});
export const areaGone = declareError({ status: 409, code: 'area_gone', detail: 'The area is no longer there' });
export const runClosed = declareError({
  status: 409,
  code: 'run_closed',
  detail: (status: string | null) => (status ? `The run is ${statusText(status)}` : 'The run no longer exists'),
});
export const permissionsNotSkippable = declareError({
  status: 403,
  code: 'permissions_not_skippable',
  detail: 'Permissions cannot be skipped here',
});

/* Inspections */

export const onlyOwnerInspects = declareError({
  status: 403,
  code: 'owner_only_inspection',
  detail: "Only the property's owner inspects it",
});
export const onlyOwnerSubmits = declareError({
  status: 403,
  code: 'owner_only_submission',
  detail: (what: 'an' | 'the') => `Only the property's owner submits ${what} inspection`,
});
export const onlyAdminsDecide = declareError({
  status: 403,
  code: 'admin_only_decision',
  detail: 'Only an admin decides on an inspection',
});
export const inspectionCannotBecome = declareError({
  status: 409,
  code: 'inspection_cannot_become',
  detail: (from: string, to: string) => `The inspection is ${statusText(from)} and cannot become ${statusText(to)}`,
});
export const inspectionDecidedMeanwhile = declareError({
  status: 409,
  code: 'inspection_decided_meanwhile',
  detail: (status: string | null) =>
    status
      ? `The inspection is ${statusText(status)}: somebody else decided at the same moment`
      : 'The inspection no longer exists: somebody else decided at the same moment',
});
export const decisionStands = declareError({
  status: 409,
  code: 'decision_stands',
  detail: 'The decision can no longer be taken back',
});
export const workedOnSince = declareError({
  status: 409,
  code: 'worked_on_since',
  detail: 'The owner has begun to work on it, so the request for a re-inspection stands',
});
export const submittedByItsArea = declareError({
  status: 409,
  code: 'submitted_by_its_area',
  detail: 'Complete the area to submit it for review',
});
export const recalledByItsArea = declareError({
  status: 409,
  code: 'recalled_by_its_area',
  detail: 'Recall the area to take it back from review',
});
export const inspectionNotSubmitted = declareError({
  status: 409,
  code: 'inspection_not_submitted',
  detail: (status: string | null) =>
    status
      ? `The inspection is ${statusText(status)}: only one that waits for its review can be recalled`
      : 'The inspection no longer exists',
});
export const inspectionOpenedByReviewer = declareError({
  status: 409,
  code: 'inspection_opened_by_reviewer',
  detail: 'A reviewer has opened the inspection and it cannot be recalled any more',
});
export const newEvidenceMissing = declareError({
  status: 409,
  code: 'new_evidence_missing',
  detail: 'Add a photo of what the reviewer asked for, or give a reason why there is none',
});
export const sessionIdOfAnArea = declareError({
  status: 409,
  code: 'session_id_of_an_area',
  detail: 'This session id is an area session; its inspection comes when the area is completed',
});
export const sessionIdInUse = declareError({
  status: 409,
  code: 'session_id_in_use',
  detail: 'This session id is already in use',
});
export const inspectionIdInUse = declareError({
  status: 409,
  code: 'inspection_id_in_use',
  detail: 'This id is already in use for another inspection',
});

/* Runs */

export const areasLeftToComplete = declareError({
  status: 409,
  code: 'areas_left_to_complete',
  detail: (count: number) =>
    `The run is in progress: ${plural(count, 'of its areas is', 'of its areas are')} not completed yet`,
});

/* Missing entities and other users' entities get the same answer, so that ids cannot be probed */

export const areaNotFound = declareError({ status: 404, code: 'area_not_found', detail: 'Area not found' });
export const areaSessionNotFound = declareError({
  status: 404,
  code: 'area_session_not_found',
  detail: 'Area session not found',
});
export const inspectionNotFound = declareError({
  status: 404,
  code: 'inspection_not_found',
  detail: 'Inspection not found',
});
export const runNotFound = declareError({ status: 404, code: 'run_not_found', detail: 'Run not found' });
