import { t } from '#contract/language.ts';
import type { Message } from '#contract/messages.ts';
import { InspectionLink } from '#web/features/messages/components/inspection-link.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDate, formatLongDateTime, formatTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';

function Bubble({ message, mine }: { message: Message; mine: boolean }) {
  return (
    <div className={cn('grid max-w-[min(85%,60ch)]', mine ? 'justify-items-end self-end' : 'self-start')}>
      <div className={cn('min-w-0 rounded-card px-3.5 py-2.5', mine ? 'bg-accent-soft' : 'bg-sunken')}>
        <span className="sr-only">{mine ? t('You') : fullName(message.from)}: </span>
        {message.inspection && <InspectionLink inspection={message.inspection} />}
        <p className="break-words whitespace-pre-wrap">{message.content}</p>
      </div>
      <time
        dateTime={message.createdAt}
        title={formatLongDateTime(message.createdAt)}
        className="mt-1 px-1 text-tiny text-ink-2"
      >
        {formatTime(message.createdAt)}
      </time>
    </div>
  );
}

const dayOf = ({ createdAt }: Message): string => formatDate(createdAt);
const dayLabel = (day: string): string => (day === formatDate(new Date()) ? t('Today') : day);

/** Messages grouped by day, oldest first, with the person's own messages on the right. */
export function MessageLog({ messages, userId }: { messages: readonly Message[]; userId: string }) {
  return (
    <div role="log" aria-label={t('Messages')} className="flex flex-col gap-3">
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const day = dayOf(message);
        return (
          <div key={message.id} className="flex flex-col gap-3">
            {(!before || dayOf(before) !== day) && (
              <p className="pt-1 text-center text-small font-medium text-ink-2">{dayLabel(day)}</p>
            )}
            <Bubble message={message} mine={message.fromUserId === userId} />
          </div>
        );
      })}
    </div>
  );
}
