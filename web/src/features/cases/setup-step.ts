import type { InspectionCase } from '#contract/cases.ts';

type SetupSearch = { caseNumber: string } | { caseId: string } | { propertyId: string };

/** The query that opens the next step of a case: linking it, its onboarding, or the inspection of its property. */
export const setupStep = ({
  id,
  caseNumber,
  propertyId,
  status,
  onboardingCompleted,
}: Pick<InspectionCase, 'id' | 'caseNumber' | 'propertyId' | 'status' | 'onboardingCompleted'>): SetupSearch =>
  propertyId === null ? { caseNumber } : status === 'pending' && !onboardingCompleted ? { caseId: id } : { propertyId };
