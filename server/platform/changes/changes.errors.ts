import { declareError } from '#server/platform/http/problem.ts';

export const changeIdInUse = declareError({
  status: 409,
  code: 'change_id_in_use',
  detail: 'This id is already in use for another change',
});
