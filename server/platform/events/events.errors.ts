import { declareError } from '#server/platform/http/problem.ts';

export const eventsOfAnotherSite = declareError({
  status: 403,
  code: 'events_of_another_site',
  detail: 'Live updates are for pages of this server',
});
