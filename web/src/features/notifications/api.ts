import { t } from '#contract/language.ts';
import { useMutation } from '@tanstack/react-query';
import { notificationListSchema } from '#contract/notifications.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

export const notificationsQuery = apiQuery(['/api/notifications'], notificationListSchema);

/** Marks the given notifications, or all of them, as read. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: (ids?: string[]) => api.post('/api/notifications/read', ids ? { ids } : {}),
    onSuccess: () => invalidate('/api/notifications'),
    onError: (error) => toastError(t('Error'), error),
  });
