import { useRouter } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { serverText, t } from '#contract/language.ts';
import type { Notification } from '#contract/notifications.ts';
import { itemPlaceText } from '#contract/item-places.ts';
import { useMarkRead } from '#web/features/notifications/api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatAgo, formatLongDateTime } from '#web/lib/format.ts';

/** Notifications, newest first; opening one marks it as read and opens its link. */
export function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  const router = useRouter();
  const { mutate } = useMarkRead();

  const open = ({ id, readAt, link }: Notification) => {
    if (!readAt) mutate([id]);
    if (link?.startsWith('/')) router.history.push(link);
  };

  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => (
        <li key={notification.id}>
          <button
            type="button"
            onClick={() => open(notification)}
            className="flex w-full items-start gap-3 px-[18px] py-3.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span
              aria-hidden="true"
              className={cn(
                'mt-1.5 size-2 shrink-0 rounded-full',
                notification.readAt ? 'bg-transparent' : 'bg-accent',
              )}
            />
            <span className="min-w-0 flex-1">
              <span className={cn('block', notification.readAt ? 'font-medium' : 'font-strong')}>
                {!notification.readAt && <span className="sr-only">{t('Unread:')} </span>}
                {serverText(notification.title)}
              </span>
              {notification.place && <span className="block">{itemPlaceText(notification.place)}</span>}
              <span className="block text-ink-2">{serverText(notification.body)}</span>
              <time
                dateTime={notification.createdAt}
                title={formatLongDateTime(notification.createdAt)}
                className="block text-small text-ink-3"
              >
                {formatAgo(notification.createdAt)}
              </time>
            </span>
            {notification.link && <ChevronRight aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-3" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
