import { AppError, declareError } from './problem.ts';

/** Refusals that do not depend on a module. */
export const adminsOnly = declareError({
  status: 403,
  code: 'admins_only',
  detail: 'You need admin privileges to do this',
});
export const secondFactorRequired = declareError({
  status: 403,
  code: 'second_factor_required',
  detail: 'Set up an authenticator app or a passkey first. This server requires one of admins',
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
export const hostNotAllowed = declareError({
  status: 421,
  code: 'host_not_allowed',
  detail: 'This host name is not allowed. Add it to ALLOWED_HOSTS or PUBLIC_URL',
});
export const metricsTokenMissing = declareError({
  status: 401,
  code: 'metrics_token_missing',
  detail: 'Metrics need the token of METRICS_TOKEN as a bearer token',
});
export const cursorInvalid = declareError({
  status: 400,
  code: 'cursor_invalid',
  detail: 'The cursor is invalid',
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
export const notJson = declareError({
  status: 400,
  code: 'not_json',
  detail: (what: 'body' | 'message') => `The ${what} is not valid JSON`,
});
export const bodyTooComplex = declareError({
  status: 400,
  code: 'body_too_complex',
  detail: 'The body is nested too deeply or holds too many values',
});
/** For two concurrent changes, of which the database refused this one. */
export const changedMeanwhile = declareError({
  status: 409,
  code: 'changed_meanwhile',
  detail: 'Somebody else changed this at the same moment. Reload and try again',
});
export const notSignedIn = declareError({ status: 401, code: 'not_signed_in', detail: 'Sign in first' });
export const apiKeyRefused = declareError({
  status: 401,
  code: 'api_key_refused',
  detail: 'This API key is unknown, expired or revoked',
  headers: () => ({ 'www-authenticate': 'Bearer error="invalid_token"' }),
});
export const apiKeyNotForThis = declareError({
  status: 403,
  code: 'api_key_not_for_this',
  detail: 'No API key can do this. Sign in instead',
});
export const apiKeyScopeMissing = declareError({
  status: 403,
  code: 'api_key_scope_missing',
  detail: (scope: string) => `This API key lacks the right ${scope}`,
});
export const tooManyTries = declareError({
  status: 429,
  code: 'too_many_tries',
  detail: (seconds: number) => `Too many tries. Try again in ${seconds} seconds`,
  headers: (seconds) => ({ 'retry-after': String(seconds) }),
});

export const invalidInput = declareError({
  status: 400,
  code: 'invalid_input',
  detail: (sentence: string) => sentence,
});
/** Carries the message of each invalid field. */
export function invalidFields(sentence: string, errors: Record<string, string>): AppError {
  const { status, code, message } = invalidInput(sentence);
  return new AppError(status, message, { code, errors });
}
const notFound = declareError({ status: 404, code: 'not_found', detail: (sentence: string) => sentence });
export const tooSlow = declareError({ status: 408, code: 'too_slow', detail: 'The request did not arrive in time' });
const tooLarge = declareError({ status: 413, code: 'too_large', detail: 'The request is too large' });
const addressTooLong = declareError({ status: 414, code: 'address_too_long', detail: 'The address is too long' });
const unsupportedType = declareError({
  status: 415,
  code: 'unsupported_type',
  detail: 'This type of content is not supported',
});
const noSuchRange = declareError({ status: 416, code: 'no_such_range', detail: (sentence: string) => sentence });
export const headersTooLong = declareError({
  status: 431,
  code: 'headers_too_long',
  detail: 'The address or the headers are too long',
});
export const serverError = declareError({
  status: 500,
  code: 'server_error',
  detail: 'Something went wrong on our side. Try again in a moment',
});

/** Refusals of the web framework and its plugins, by their status; any other is invalid input. */
const frameworkRefusals: Record<number, (sentence: string) => AppError> = {
  404: notFound,
  408: tooSlow,
  413: tooLarge,
  414: addressTooLong,
  415: unsupportedType,
  416: noSuchRange,
  431: headersTooLong,
};
export const refusedByFramework = (status: number, sentence: string): AppError =>
  (frameworkRefusals[status] ?? invalidInput)(sentence);
