import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Mail } from 'lucide-react';
import { useState } from 'react';
import { sentMailQuery, sentMailsQuery } from '#web/features/sent-mails/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const address = /(https?:\/\/[^\s<>"]+)/g;

/** The text of an e-mail; its links open in a new tab. */
function MailText({ text }: { text: string }) {
  return (
    <div className="leading-relaxed break-words whitespace-pre-wrap">
      {text.split(address).map((part, index) =>
        index % 2 === 1 ? (
          <a key={index} href={part} target="_blank" rel="noreferrer" className="break-all text-accent underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  );
}

function MailView({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch } = useQuery(sentMailQuery(id));
  return (
    <div className="grid gap-4">
      <Button variant="ghost" size="sm" className="-ms-3 justify-self-start" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        All messages
      </Button>
      {data ? (
        <article className="grid gap-4">
          <header className="border-b border-line pb-3">
            <h3 className="heading">{data.subject}</h3>
            <p className="text-small text-ink-2">To {data.to}</p>
          </header>
          <MailText text={data.text} />
        </article>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-3">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  );
}

function MailList({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useQuery({ ...sentMailsQuery, refetchOnMount: 'always' });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} className="px-0" label="Loading e-mails" />;
  if (data.length === 0)
    return (
      <EmptyState icon={Mail} title="No e-mails yet">
        Create a case to see its e-mail to the owner here.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {data.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className="grid w-full gap-x-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 sm:grid-cols-[1fr_auto] sm:px-2"
            onClick={() => onOpen(mail.id)}
          >
            <span className="min-w-0 font-medium">{mail.subject}</span>
            <time dateTime={mail.sentAt} className="text-small whitespace-nowrap text-ink-3 sm:order-none">
              {formatDateTime(mail.sentAt)}
            </time>
            <span className="text-small text-ink-2">To {mail.to}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The e-mails of an installation without a mail server, for admins. */
export default function SentMailsDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Dialog open onOpenChange={(shown) => !shown && onClose()}>
      <DialogContent
        title="Outbox"
        description="No mail server is set up, so e-mails are stored here instead of sent. Their links work for the recipient: open them in a private window."
        shape="full"
        size="lg"
      >
        {open ? <MailView id={open} onBack={() => setOpen(null)} /> : <MailList onOpen={setOpen} />}
      </DialogContent>
    </Dialog>
  );
}
