import { declareError } from '#server/platform/http/problem.ts';

export const webhookNotFound = declareError({
  status: 404,
  code: 'webhook_not_found',
  detail: 'This webhook was not found',
});
export const deliveryNotFound = declareError({
  status: 404,
  code: 'delivery_not_found',
  detail: 'This delivery was not found',
});
export const webhookAddressNotAllowed = declareError({
  status: 400,
  code: 'webhook_address_not_allowed',
  detail: 'Enter an https address on the internet. Others need the setting WEBHOOK_PRIVATE_ADDRESSES',
  field: 'url',
});
export const tooManyWebhooks = declareError({
  status: 409,
  code: 'too_many_webhooks',
  detail: 'There are as many webhooks as there can be. Delete one first',
});
export const deliveryStillWaits = declareError({
  status: 409,
  code: 'delivery_still_waits',
  detail: 'This delivery still waits to be sent',
});
export const webhookIsOff = declareError({
  status: 409,
  code: 'webhook_is_off',
  detail: 'This webhook is turned off. Turn it on first',
});
