import { declareError } from '#server/platform/http/problem.ts';

export const tooManyPasswords = declareError({
  status: 503,
  code: 'too_many_passwords',
  detail: 'Too many people are signing in at this moment. Try again in a few seconds',
  headers: () => ({ 'retry-after': '5' }),
});
