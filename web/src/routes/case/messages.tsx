import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CasePage } from '#contract/case-page.ts';
import { t } from '#contract/language.ts';
import { messagesPages } from '#web/features/messages/api.ts';
import { ReplyBox } from '#web/features/messages/components/reply-box.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';

const shown = 5;

/** The latest messages with the case's owner, and a box to write another one. */
export function OwnerMessages({ owner }: { owner: NonNullable<CasePage['owner']> }) {
  const list = useInfiniteQuery(messagesPages(owner.id));
  const latest = list.data?.pages[0]?.rows.slice(0, shown) ?? [];
  return (
    <Card>
      <CardHeader
        title={t('Messages')}
        note={owner.name}
        action={
          latest.length > 0 && (
            <Link
              to="/messages"
              search={{ withUserId: owner.id }}
              className="inline-flex min-h-9 items-center font-semibold text-accent hover:underline touch:min-h-11"
            >
              {t('All Messages')}
            </Link>
          )
        }
      />
      {latest.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {latest.map((message) => (
            <li key={message.id} className="px-[18px] py-2.5">
              <p className="break-words whitespace-pre-wrap">{message.content}</p>
              <p className="text-small text-ink-2">
                {fullName(message.from) || message.from.username} · {formatDate(message.createdAt)},{' '}
                {formatTime(message.createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line">
        <ReplyBox toUserId={owner.id} name={owner.name} inspectionId={undefined} onDetach={() => undefined} />
      </div>
    </Card>
  );
}
