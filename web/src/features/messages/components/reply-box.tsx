import { useQuery } from '@tanstack/react-query';
import { SendHorizontal, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { t } from '#contract/language.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { useSendMessage } from '#web/features/messages/api.ts';
import { inspectionName } from '#web/features/messages/components/inspection-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useMedia } from '#web/ui/use-media.ts';

interface ReplyBoxProps {
  toUserId: string;
  name: string;
  /** The inspection that the reply is about. */
  inspectionId: string | undefined;
  onDetach: () => void;
}

const longest = 5000;

/** The reply box. Enter sends the message, except on touch screens, where it starts a new line. */
export function ReplyBox({ toUserId, name, inspectionId, onDetach }: ReplyBoxProps) {
  const [content, setContent] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const lastAttempt = useRef<{ id: string; text: string } | null>(null);
  const send = useSendMessage();
  const attachment = useQuery({ ...inspectionQuery(inspectionId ?? ''), enabled: !!inspectionId });
  const attached = inspectionId ? attachment.data : undefined;
  const keyboard = useMedia('(hover: hover) and (pointer: fine)');
  const text = content.trim();

  function submit() {
    if (!text || send.isPending || attachment.isLoading) return;
    // Sending the same text again reuses the id, because the first answer may have been lost.
    const key = `${attached?.id ?? ''} ${text}`;
    if (lastAttempt.current?.text !== key) lastAttempt.current = { id: crypto.randomUUID(), text: key };
    send.mutate(
      { id: lastAttempt.current.id, toUserId, inspectionId: attached?.id, content: text },
      {
        onSuccess: () => {
          lastAttempt.current = null;
          setContent('');
          box.current?.focus();
        },
      },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !keyboard) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      className="grid gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {attached && (
        <div className="flex items-center gap-1 ps-1 text-small text-ink-2">
          <span className="truncate">{t('About {inspectionName}', { inspectionName: inspectionName(attached) })}</span>
          <IconButton label={t('Write without the inspection')} className="-my-2" onClick={onDetach}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
          aria-label={t('Message to {name}', { name })}
          placeholder={t('Write a message')}
          rows={1}
          maxLength={longest}
          value={content}
          readOnly={send.isPending}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-11 resize-none"
        />
        <Button
          type="submit"
          aria-label={t('Send')}
          className="px-3.5"
          disabled={!text || attachment.isLoading}
          pending={send.isPending}
        >
          <SendHorizontal aria-hidden="true" />
        </Button>
      </div>
      {keyboard && <p className="ps-1 text-tiny text-ink-2">{t('Enter sends · Shift+Enter starts a new line')}</p>}
    </form>
  );
}
