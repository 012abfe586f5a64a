import { useMutation } from '@tanstack/react-query';
import {
  webhookDeliverySchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
} from '#contract/webhooks.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const path = '/api/admin/webhooks';
const reload = () => invalidate(path, '/api/admin/audit-logs');

export const webhooksQuery = { ...apiQuery([path], webhookListSchema), refetchOnMount: 'always' as const };
export const deliveryPages = (id: string) => linkedPages(`${path}/${id}/deliveries`, webhookDeliverySchema);

/** Adds a webhook; the response contains its secret, which is never shown again. */
export const useAddWebhook = () =>
  useMutation({
    mutationFn: (input: WebhookInput) => api.post(path, input, webhookWithSecretSchema),
    onSuccess: reload,
  });

export const useChangeWebhook = () =>
  useMutation({
    mutationFn: ({ id, input }: { id: string; input: WebhookInput }) => api.put(`${path}/${id}`, input, webhookSchema),
    onSuccess: reload,
  });

export const useRenewSecret = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => api.post(`${path}/${id}/secret`, undefined, webhookWithSecretSchema),
    onError: (error) => toastError('Error', error),
    onSettled: reload,
  });

export const useDeleteWebhook = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => api.delete(`${path}/${id}`),
    onSuccess: (_, { name }) => toast({ title: 'Webhook deleted', description: name }),
    onError: (error) => toastError('Error', error),
    onSettled: reload,
  });

export const useSendAgain = () =>
  useMutation({
    mutationFn: ({ id }: WebhookDelivery) =>
      api.post(`/api/admin/webhook-deliveries/${id}/send-again`, undefined, webhookDeliverySchema),
    onSuccess: () => toast({ title: 'On its way again' }),
    onError: (error) => toastError('Error', error),
    onSettled: reload,
  });
