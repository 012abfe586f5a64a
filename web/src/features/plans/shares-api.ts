import { queryOptions, useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import {
  createdPlanShareSchema,
  planSharesSchema,
  sharedPlanPath,
  sharedPlanSchema,
  shareTokenHeader,
  type PlanShareInput,
} from '#contract/plan-shares.ts';
import { answerError } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { fetchRaw } from '#web/lib/raw.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const pathOf = (planId: string) => `/api/pip-reports/${planId}/shares`;
export const sharesQuery = (planId: string) => apiQuery(['/api/pip-reports', planId, 'shares'], planSharesSchema);

/** The full address of a shared link. It can be built only while the token is known. */
export const linkOf = (token: string): string => `${location.origin}${sharedPlanPath}#${token}`;

export const useCreateShare = (planId: string) =>
  useMutation({
    mutationFn: (input: PlanShareInput) => api.post(pathOf(planId), input, createdPlanShareSchema),
    onError: (error) => toastError(t('Link not made'), error),
    onSettled: () => invalidate(pathOf(planId)),
  });

export const useRevokeShare = (planId: string) =>
  useMutation({
    mutationFn: (id: string) => api.delete(`/api/plan-shares/${id}`),
    onSuccess: () => toast({ title: t('Link revoked') }),
    onError: (error) => toastError(t('Link not revoked'), error),
    onSettled: () => invalidate(pathOf(planId)),
  });

async function read(path: string, token: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetchRaw(path, { headers: { [shareTokenHeader]: token }, signal, cache: 'no-store' });
  if (answer.ok) return answer;
  const { status, statusText, headers } = answer;
  throw answerError(status, statusText, await answer.text(), headers.get('retry-after'));
}

/** The content of a shared link; none of it is stored on the device. */
export const sharedPlanQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-plan', token],
    queryFn: async ({ signal }) => sharedPlanSchema.parse(await (await read('/api/shared-plan', token, signal)).json()),
  });

/** A photo of a shared plan as an object URL, because an <img> cannot send the token. */
export const sharedPhotoQuery = (token: string, photoId: string) =>
  queryOptions({
    queryKey: ['shared-plan', token, photoId],
    gcTime: Infinity,
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await (await read(`/api/shared-plan/photos/${photoId}`, token, signal)).blob()),
  });
