import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { t } from '#contract/language.ts';
import { notificationsQuery, useMarkRead } from '#web/features/notifications/api.ts';
import { NotificationList } from '#web/features/notifications/components/notification-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

export default function NotificationsScreen() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  return (
    <Page width="narrow">
      <PageHeader
        title={t('Notifications')}
        subtitle={data && (data.unread > 0 ? t('{unread} unread', { unread: data.unread }) : t('All caught up'))}
        actions={
          <>
            <Button asChild variant="secondary" size="sm">
              <Link to="/messages">{t('Messages')}</Link>
            </Button>
            {!!data?.unread && (
              <Button
                variant="secondary"
                size="sm"
                pending={markRead.isPending}
                onClick={() => markRead.mutate(undefined)}
              >
                {t('Mark all as read')}
              </Button>
            )}
          </>
        }
      />
      <Card className="overflow-hidden">
        {data ? (
          data.notifications.length > 0 ? (
            <NotificationList notifications={data.notifications} />
          ) : (
            <EmptyState icon={Bell} title={t('No notifications yet')}>
              {t('New cases, review decisions and messages appear here.')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} label={t('Loading notifications')} />
        )}
      </Card>
    </Page>
  );
}
