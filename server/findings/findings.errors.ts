import { declareError, words } from '#server/platform/http/problem.ts';

export const findingsAreTheOwners = declareError({
  status: 403,
  code: 'findings_are_the_owners',
  detail: 'You may not change findings here',
});
export const findingsClosed = declareError({
  status: 409,
  code: 'findings_closed',
  detail: (status: string) => `The area is ${words(status)} and its findings cannot be changed now`,
});
export const findingChangedMeanwhile = declareError({
  status: 409,
  code: 'finding_changed_meanwhile',
  detail: 'Somebody else changed this finding at the same moment. Reload and try again',
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

/** Also the answer for what belongs to somebody else, so that ids cannot be probed. */
export const findingNotFound = declareError({ status: 404, code: 'finding_not_found', detail: 'Finding not found' });
