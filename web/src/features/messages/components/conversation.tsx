import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, MessageSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#contract/language.ts';
import { messagesPages, otherOf, useMarkMessagesRead } from '#web/features/messages/api.ts';
import { MessageLog } from '#web/features/messages/components/message-log.tsx';
import { ReplyBox } from '#web/features/messages/components/reply-box.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { cn } from '#web/lib/cn.ts';
import { fullName } from '#web/lib/names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface ConversationProps {
  withUserId: string;
  inspectionId: string | undefined;
  onDetach: () => void;
}

/** Marks the unread messages on the page as read, each one once. */
function useReading(unread: readonly string[]) {
  const { mutate } = useMarkMessagesRead();
  const marked = useRef(new Set<string>());
  const key = unread.join();
  useEffect(() => {
    const ids = key.split(',').filter((id) => id && !marked.current.has(id));
    if (ids.length === 0) return;
    for (const id of ids) marked.current.add(id);
    mutate(ids);
  }, [key, mutate]);
}

const LoadingMessages = () => (
  <div role="status" className="grid flex-1 content-end gap-3 p-4">
    <span className="sr-only">{t('Loading messages')}</span>
    <Skeleton className="h-14 w-2/3 rounded-card" />
    <Skeleton className="h-10 w-1/2 justify-self-end rounded-card" />
    <Skeleton className="h-20 w-3/5 rounded-card" />
  </div>
);

/** All messages with one person, and a reply box. Opening it marks the messages as read. */
export function Conversation({ withUserId, inspectionId, onDetach }: ConversationProps) {
  const user = useUser();
  const list = useInfiniteQuery(messagesPages(withUserId));
  const messages = list.data?.pages.flatMap((page) => page.rows);
  useReading(messages?.filter(({ toUserId, isRead }) => toUserId === user.id && !isRead).map(({ id }) => id) ?? []);
  const latest = messages?.[0];
  const person = latest && otherOf(latest, user.id);
  return (
    <section
      aria-label={person ? t('Conversation with {fullName}', { fullName: fullName(person) }) : t('Conversation')}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <header className="flex min-h-[60px] items-center gap-3 border-b border-line px-2 md:px-4">
        <Link to="/messages" aria-label={t('All messages')} className={cn(iconButtonClass(), 'md:hidden')}>
          <ChevronLeft aria-hidden="true" />
        </Link>
        {person && (
          <>
            <Avatar person={person} />
            <h2 className="heading truncate">{fullName(person)}</h2>
          </>
        )}
      </header>
      {messages && person ? (
        <>
          {/* In reverse order, so that the list starts at the newest message and does not jump when earlier ones
              load. */}
          <div
            // A scrolling region must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto p-4 focus-visible:-outline-offset-2"
          >
            <div>
              <LoadMore list={list} />
              <MessageLog messages={messages.toReversed()} userId={user.id} />
            </div>
          </div>
          <ReplyBox
            key={withUserId}
            toUserId={withUserId}
            name={fullName(person)}
            inspectionId={inspectionId}
            onDetach={onDetach}
          />
        </>
      ) : messages ? (
        <EmptyState icon={MessageSquare} title={t('No messages here')} className="flex-1 content-center">
          {t('You have no messages with this person.')}
        </EmptyState>
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} className="flex-1 content-center" />
      ) : (
        <LoadingMessages />
      )}
    </section>
  );
}
