import { declareError } from './problem.ts';

/** Refusals that do not depend on a module. */
export const adminsOnly = declareError({
  status: 403,
  code: 'admins_only',
  detail: 'You need admin privileges to do this',
});
export const addressNotFound = declareError({
  status: 404,
  code: 'address_not_found',
  detail: 'This address was not found',
});
export const securityTokenRefused = declareError({
  status: 403,
  code: 'security_token_refused',
  detail: 'The security token is missing or out of date. Reload the page and try again',
});
export const calledFromElsewhere = declareError({
  status: 403,
  code: 'called_from_elsewhere',
  detail: 'Uploads are for pages of this server',
});
export const cursorInvalid = declareError({
  status: 400,
  code: 'cursor_invalid',
  detail: 'The cursor is not one of ours',
});
export const addressNotStorable = declareError({
  status: 400,
  code: 'address_not_storable',
  detail: 'The address holds characters that cannot be stored',
});
export const textNotStorable = declareError({
  status: 400,
  code: 'text_not_storable',
  detail: 'The text holds characters that cannot be stored',
});
export const bodyNotJson = declareError({
  status: 400,
  code: 'body_not_json',
  detail: 'The body is not valid JSON',
});
export const bodyTooComplex = declareError({
  status: 400,
  code: 'body_too_complex',
  detail: 'The body is nested too deeply or holds too many values',
});
/** Two changes at the same time, of which the database refused this one. */
export const changedMeanwhile = declareError({
  status: 409,
  code: 'changed_meanwhile',
  detail: 'Somebody else changed this at the same moment. Reload and try again',
});
