import { declareError } from '#server/platform/http/problem.ts';

export const exportNotFound = declareError({
  status: 404,
  code: 'export_not_found',
  detail: 'This export was not found or has expired',
});
export const exportMadeLately = declareError({
  status: 409,
  code: 'export_made_lately',
  detail: 'You asked for an export in the last 24 hours. Use that one, or ask again later',
});
export const exportNotReady = declareError({
  status: 409,
  code: 'export_not_ready',
  detail: 'This export is not ready yet',
});
