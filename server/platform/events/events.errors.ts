import { declareError } from '#server/platform/http/problem.ts';

export const eventsOfAnotherSite = declareError({
  status: 403,
  code: 'events_of_another_site',
  detail: 'Live updates are for pages of this server',
});
export const tooManyPages = declareError({
  status: 429,
  code: 'too_many_pages',
  detail: 'You have too many pages open. Close some of them',
});
