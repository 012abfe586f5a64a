import type { InspectionCase } from '#contract/cases.ts';

type SetupSearch = { caseNumber: string } | { caseId: string } | { propertyId: string };

/** Where a case goes on: linking it, its onboarding, or its property's inspection. */
export const setupStep = ({
  id,
  caseNumber,
  propertyId,
  status,
  onboardingCompleted,
}: Pick<InspectionCase, 'id' | 'caseNumber' | 'propertyId' | 'status' | 'onboardingCompleted'>): SetupSearch =>
  propertyId === null ? { caseNumber } : status === 'pending' && !onboardingCompleted ? { caseId: id } : { propertyId };
