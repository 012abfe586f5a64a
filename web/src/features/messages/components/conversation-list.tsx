import { Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import type { Conversation } from '#contract/messages.ts';
import { useUser } from '#web/lib/auth.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatAgo, formatLongDateTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { Avatar } from '#web/ui/avatar.tsx';

interface ConversationListProps {
  conversations: readonly Conversation[];
  selectedId: string | undefined;
}

function Row({ conversation: { person, last, unread }, selected }: { conversation: Conversation; selected: boolean }) {
  const user = useUser();
  return (
    <Link
      to="/messages"
      search={{ withUserId: person.id }}
      aria-current={selected ? 'true' : undefined}
      className={cn(
        'flex items-start gap-3 px-4 py-3.5 focus-visible:-outline-offset-2',
        selected ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <Avatar person={person} className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cn('truncate', unread > 0 ? 'font-strong' : 'font-medium')}>{fullName(person)}</span>
          <time
            dateTime={last.createdAt}
            title={formatLongDateTime(last.createdAt)}
            className="shrink-0 text-small text-ink-2"
          >
            {formatAgo(last.createdAt)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center justify-between gap-3">
          <span className={cn('truncate', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}>
            {last.fromUserId === user.id && t('You: ')}
            {last.content}
          </span>
          {unread > 0 && (
            <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-tiny font-semibold text-accent-ink">
              {unread}
              <span className="sr-only"> {t('unread')}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Conversations with their latest message, its time and the number of unread messages. */
export function ConversationList({ conversations, selectedId }: ConversationListProps) {
  return (
    <ul aria-label={t('Conversations')} className="divide-y divide-line">
      {conversations.map((conversation) => (
        <li key={conversation.person.id}>
          <Row conversation={conversation} selected={conversation.person.id === selectedId} />
        </li>
      ))}
    </ul>
  );
}
