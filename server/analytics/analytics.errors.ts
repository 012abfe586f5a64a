import { declareError } from '#server/platform/http/problem.ts';

export const periodReversed = declareError({
  status: 400,
  code: 'period_reversed',
  detail: 'The period ends before it begins',
  field: 'to',
});
export const periodTooLong = declareError({
  status: 400,
  code: 'period_too_long',
  detail: (years: number) => `A period has at most ${years} years`,
  field: 'from',
});
const outOfRange = (field: 'from' | 'to') =>
  declareError({
    status: 400,
    code: `period_${field}_out_of_range`,
    detail: (firstYear: number) => `Choose a day from ${firstYear} on`,
    field,
  });
export const dayOutOfRange = { from: outOfRange('from'), to: outOfRange('to') };
