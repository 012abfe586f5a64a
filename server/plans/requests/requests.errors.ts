import { declareError } from '#server/platform/http/problem.ts';

export const requestByOwner = declareError({
  status: 403,
  code: 'owner_only_plan_request',
  detail: "Only the property's owner asks the brand for an item of an inspection case",
});
export const requestAnsweredByBrand = declareError({
  status: 403,
  code: 'admin_only_plan_request_answer',
  detail: 'Only Admin/QA answers a request',
});
export const requestOpenAlready = declareError({
  status: 409,
  code: 'plan_request_open_already',
  detail: 'A request for this item waits for its answer',
});
export const requestTooLate = declareError({
  status: 409,
  code: 'plan_request_too_late',
  detail: 'The item is past this request: its work has begun, or it is decided otherwise',
});
export const requestNotOpen = declareError({
  status: 409,
  code: 'plan_request_not_open',
  detail: 'The request was answered or withdrawn meanwhile. Reload and try again',
});
export const requestDateOver = declareError({
  status: 400,
  code: 'plan_request_date_over',
  detail: 'Choose a date that is still to come',
  field: 'date',
});
export const extensionNeedsDate = declareError({
  status: 400,
  code: 'plan_request_extension_needs_date',
  detail: 'Choose a date',
  field: 'date',
});
export const extensionNotLater = declareError({
  status: 400,
  code: 'plan_request_extension_not_later',
  detail: 'Choose a date after the current due date',
  field: 'date',
});
/** For a step of an item or its plan while the brand's answer is missing. */
export const requestBlocksItem = declareError({
  status: 409,
  code: 'plan_request_blocks_item',
  detail: 'The owner asked for a waiver or an alternative. Answer the request first',
});
export const requestsBlockPlan = declareError({
  status: 409,
  code: 'plan_requests_block_plan',
  detail: 'The owner waits for an answer to a request. Answer it before you send the plan',
});
