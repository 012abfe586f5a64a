import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '#contract/language.ts';
import { propertyListItemSchema, propertySchema, type PropertyInput } from '#contract/properties.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** The signed-in person's properties with their open cases, newest first; an admin gets all properties. */
export const propertiesQuery = apiQuery(['/api/properties'], z.array(propertyListItemSchema), { limit: 200 });
export const mostFound = 8;
/** The newest properties with these words in name or city, and one more, which tells whether others match. */
export const propertySearchQuery = (q: string) =>
  apiQuery(['/api/properties'], z.array(propertyListItemSchema), { limit: mostFound + 1, q: q || undefined });
/** The same in pages. */
export const propertyPages = linkedPages('/api/properties', propertyListItemSchema, { limit: 200 });
export const propertyQuery = (id: string) => apiQuery(['/api/properties', id], propertyListItemSchema);

const updateFailures: Record<number, string> = {
  400: t('Invalid property data. Please check all fields.'),
  403: t("You don't have permission to update this property."),
  404: t('Property not found.'),
};
const deleteFailures: Record<number, string> = {
  403: t("You don't have permission to delete this property."),
  404: t('Property not found.'),
  500: t('Unable to delete property. It may have associated inspections or data.'),
};

/** The text for the error's status, otherwise the server's message; `fallback` if the server did not answer. */
export function failureText(error: unknown, known: Record<number, string>, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return known[error.status] ?? (error.detail || fallback);
}

export const useCreateProperty = () =>
  useMutation({
    mutationFn: (input: PropertyInput) => api.post('/api/properties', input, propertySchema),
    onSuccess: async () => {
      toast({ title: t('Property created') });
      await invalidate('/api/properties');
    },
    onError: (error) => toastError(t('Error'), error),
  });

export const useUpdateProperty = (id: string) =>
  useMutation({
    mutationFn: (input: PropertyInput) => api.put(`/api/properties/${id}`, input, propertySchema),
    onSuccess: async () => {
      toast({ title: t('Property updated') });
      await invalidate('/api/properties');
    },
    onError: (error) =>
      toast({
        title: t('Update Failed'),
        description: failureText(error, updateFailures, t('Unable to update property. Please try again.')),
        variant: 'destructive',
      }),
  });

/** Removes the property from the person's profile; its data is kept. */
export const useDeleteProperty = () =>
  useMutation({
    mutationFn: (id: string) => api.delete(`/api/properties/${id}`),
    onSuccess: async () => {
      toast({ title: t('Property deleted') });
      await invalidate('/api/properties', '/api/user/stats', '/api/inspection-runs');
    },
    onError: (error) =>
      toast({
        title: t('Delete Failed'),
        description: failureText(error, deleteFailures, t('Unable to delete property. Please try again.')),
        variant: 'destructive',
      }),
  });
