import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { caseSchema, type CaseStatus, type OnboardingInput } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { propertySchema } from '#contract/properties.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** The signed-in person's cases, newest first; an admin gets all. */
export const casesQuery = (filter: { status?: CaseStatus } = {}) =>
  apiQuery(['/api/inspection-cases'], z.array(caseSchema), { ...filter, limit: 200 });
export const caseQuery = (id: string) => apiQuery(['/api/inspection-cases', id], caseSchema);

const linkedSchema = z.object({ case: caseSchema, property: propertySchema });
const relatedPaths = ['/api/inspection-cases', '/api/properties', '/api/user/stats'];

/** Links the property of a case to the signed-in person. Linking the same number twice changes nothing. */
export const useLinkCase = () =>
  useMutation({
    mutationFn: (caseNumber: string) => api.post('/api/inspection-cases/link', { caseNumber }, linkedSchema),
    onSuccess: async ({ property }) => {
      toast({ title: t('Property linked'), description: t('{name} is in your profile.', { name: property.name }) });
      await invalidate(...relatedPaths);
    },
  });

/** Completes the onboarding of a linked case, after which its inspection can start. */
export const useOnboarding = (caseId: string) =>
  useMutation({
    mutationFn: (input: OnboardingInput) => api.post(`/api/inspection-cases/${caseId}/onboarding`, input, caseSchema),
    onSuccess: async () => {
      toast({ title: t('Onboarding complete'), description: t('You can start the inspection.') });
      await invalidate(...relatedPaths);
    },
    onError: (error) => toastError(t('Error'), error),
  });
