import { declareError } from '#server/platform/http/problem.ts';

export const checklistItemNotFound = declareError({
  status: 404,
  code: 'checklist_item_not_found',
  detail: 'Checklist item not found',
});

export const checkAnsweredMeanwhile = declareError({
  status: 409,
  code: 'check_answered_meanwhile',
  detail: 'Somebody else has answered this check meanwhile',
});

/* Requirements of the case */

export const requirementNotFound = declareError({
  status: 404,
  code: 'requirement_not_found',
  detail: 'Requirement not found',
});
export const requirementNeedsPhoto = declareError({
  status: 400,
  code: 'requirement_needs_photo',
  detail: 'The requirement asks for a photo',
  field: 'checklistItemId',
});
export const photoOfAnotherPlace = declareError({
  status: 400,
  code: 'requirement_photo_elsewhere',
  detail: 'The photo is not one of this area',
  field: 'photoId',
});
export const checkOfAnotherArea = declareError({
  status: 400,
  code: 'requirement_check_elsewhere',
  detail: 'The check is not one of this area',
  field: 'checklistItemId',
});
