import type { InspectionCase } from '#contract/cases.ts';
import type { Property } from '#contract/properties.ts';
import type { PropertyRow } from '#server/schema/properties.tables.ts';

/**
 * A property cannot be edited or deleted while a pending case has its onboarding complete or any case has an
 * inspection, because its data is then part of a record under review.
 */
export const isLocked = (
  cases: readonly Pick<InspectionCase, 'status' | 'onboardingCompleted' | 'inspectionId' | 'inspectionStatus'>[],
): boolean => {
  const pending = cases.filter((item) => item.status === 'pending');
  const allOnboarded = pending.length > 0 && pending.every((item) => item.onboardingCompleted);
  return allOnboarded || cases.some((item) => item.inspectionId !== null || item.inspectionStatus !== null);
};

/** A run can start when no pending case lacks its onboarding. */
export const canStart = (cases: readonly Pick<InspectionCase, 'status' | 'onboardingCompleted'>[]): boolean =>
  cases.every((item) => item.status !== 'pending' || item.onboardingCompleted);

export function toProperty(row: PropertyRow): Property {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
