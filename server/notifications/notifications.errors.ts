import { declareError } from '#server/platform/http/problem.ts';

export const pushAddressNotAllowed = declareError({
  status: 400,
  code: 'push_address_not_allowed',
  detail: 'The address of the push service is not an https address on the internet',
  field: 'endpoint',
});
export const pushKeysNotUsable = declareError({
  status: 400,
  code: 'push_keys_not_usable',
  detail: 'The keys of the subscription cannot be used',
  field: 'keys',
});
export const notSubscribed = declareError({
  status: 409,
  code: 'not_subscribed',
  detail: 'Notifications are not turned on for this device',
});
