import { declareError } from '#server/platform/http/problem.ts';

export const propertyUnderInspection = declareError({
  status: 409,
  code: 'property_under_inspection',
  detail: 'The property has an inspection case and cannot be changed or removed now',
});
export const propertyChangedMeanwhile = declareError({
  status: 409,
  code: 'property_changed_meanwhile',
  detail: 'The property was changed at the same moment. Reload and try again',
});
export const propertyNoLongerYours = declareError({
  status: 409,
  code: 'property_no_longer_yours',
  detail: 'The property is no longer in your profile',
});
export const propertyLinkedToSomebodyElse = declareError({
  status: 409,
  code: 'property_linked_to_somebody_else',
  detail: 'This property is already linked to someone else',
});

/** Also the answer for another user's property, so that ids cannot be probed. */
export const propertyNotFound = declareError({ status: 404, code: 'property_not_found', detail: 'Property not found' });

export const propertyNotYours = declareError({
  status: 403,
  code: 'property_not_yours',
  detail: (verb: string) => `You don't have permission to ${verb} this property.`,
});

/* Quotas of an account */

export const tooManyProperties = declareError({
  status: 409,
  code: 'too_many_properties',
  detail: (most: number) => `Your account can have ${most} properties. Remove one first`,
});

export const tooManyPropertiesToday = declareError({
  status: 429,
  code: 'too_many_properties_today',
  detail: (most: number) => `Your account can add ${most} properties a day. Try again later`,
  headers: () => ({ 'retry-after': '3600' }),
});
