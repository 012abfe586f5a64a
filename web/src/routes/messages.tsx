import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '#contract/language.ts';
import { conversationsPages, latestAboutQuery, otherOf } from '#web/features/messages/api.ts';
import { ConversationList } from '#web/features/messages/components/conversation-list.tsx';
import { Conversation } from '#web/features/messages/components/conversation.tsx';
import { notificationsQuery, useMarkRead } from '#web/features/notifications/api.ts';
import { useUser } from '#web/lib/auth.tsx';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/messages');

/** Marks the notifications of the open conversation as read. */
function useReadNotifications(withUserId: string | undefined) {
  const { data } = useQuery(notificationsQuery);
  const { mutate } = useMarkRead();
  const unread = data?.notifications.filter(
    ({ kind, readAt, link }) =>
      withUserId && kind === 'message' && !readAt && link?.includes(`withUserId=${withUserId}`),
  );
  const key = unread?.map(({ id }) => id).join();
  useEffect(() => {
    if (key) mutate(key.split(','));
  }, [key, mutate]);
}

/** Explains how a conversation starts, because people cannot choose whom to write to from a directory. */
function NoConversations() {
  const admin = useUser().abilities.admin;
  return (
    <EmptyState
      icon={MessageSquare}
      title={t('No messages yet')}
      className="flex-1 content-center"
      actions={
        admin && (
          <Button asChild variant="secondary">
            <Link to="/admin" search={{ tab: 'monitoring' }}>
              {t('Open Inspection Monitoring')}
            </Link>
          </Button>
        )
      }
    >
      {admin
        ? t('To write to an inspector, open an inspection and choose Send Message.')
        : t('Messages from reviewers about your inspections appear here.')}
    </EmptyState>
  );
}

/** The list of conversations and the open one, side by side on wide screens. */
export default function MessagesScreen() {
  usePageTitle(t('Messages'));
  const user = useUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(conversationsPages);
  const conversations = list.data?.pages.flatMap((page) => page.rows);
  const about = useQuery({
    ...latestAboutQuery(search.inspectionId ?? ''),
    enabled: !!search.inspectionId && !search.withUserId,
  });
  const latest = about.data?.[0];
  const withUserId = search.withUserId ?? (latest && otherOf(latest, user.id).id);
  useReadNotifications(withUserId);
  const empty = conversations?.length === 0 && !withUserId;

  return (
    <div className="mx-auto flex h-[calc(100dvh-56px-60px-env(safe-area-inset-bottom))] w-full max-w-[1240px] flex-col md:h-[calc(100dvh-68px)] md:gap-5 md:px-6 md:py-6 lg:px-10">
      <h1 className={cn('title px-4 py-4 md:p-0', withUserId && 'max-md:sr-only')}>{t('Messages')}</h1>
      <div className="flex min-h-0 flex-1 overflow-hidden border-line bg-surface max-md:border-t md:rounded-card md:border">
        {empty ? (
          <NoConversations />
        ) : (
          <>
            <div
              className={cn(
                'min-h-0 w-full overflow-y-auto border-line md:block md:w-[340px] md:shrink-0 md:border-e',
                withUserId && 'hidden',
              )}
            >
              {conversations ? (
                <>
                  <ConversationList conversations={conversations} selectedId={withUserId} />
                  <LoadMore list={list} />
                </>
              ) : list.error ? (
                <ErrorState error={list.error} onRetry={() => void list.refetch()} />
              ) : (
                <SkeletonRows rows={4} label={t('Loading conversations')} />
              )}
            </div>
            {withUserId ? (
              <Conversation
                key={withUserId}
                withUserId={withUserId}
                inspectionId={search.inspectionId}
                onDetach={() => void navigate({ search: { withUserId } })}
              />
            ) : (
              <EmptyState
                icon={MessageSquare}
                title={t('Choose a conversation')}
                className="hidden flex-1 content-center md:grid"
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}
