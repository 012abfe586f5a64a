import { declareError } from '#server/platform/http/problem.ts';

/** The answer to every link that does not work, so that nobody can learn whether it ever did. */
export const shareLinkInvalid = declareError({
  status: 404,
  code: 'share_link_invalid',
  detail: 'This link does not work. It may have expired, or somebody has revoked it',
});
export const shareNotFound = declareError({
  status: 404,
  code: 'plan_share_not_found',
  detail: 'Share link not found',
});
export const planSharedBySenders = declareError({
  status: 403,
  code: 'senders_only_plan_sharing',
  detail: 'Admin/QA shares the plan of an inspection case',
});
export const sharedVersionMissing = declareError({
  status: 400,
  code: 'plan_share_version_missing',
  detail: 'Choose a version that was sent',
  field: 'version',
});
export const tooManyShares = declareError({
  status: 409,
  code: 'plan_share_limit',
  detail: (limit: number) => `${limit} links to this plan are open. Revoke one before you make another`,
});
