import { useQuery } from '@tanstack/react-query';
import { retentionSchema, type Retention } from '#contract/retention.ts';
import { plural } from '#contract/texts.ts';
import { formatFullDateTime } from '#web/lib/format.ts';
import { apiQuery } from '#web/lib/query.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const retentionQuery = apiQuery(['/api/admin/retention'], retentionSchema);
const count = new Intl.NumberFormat('en-US');
const amount = (value: number, one: string, many?: string): string => plural(value, one, many, count.format);

const kinds: Record<Retention['kept'][number]['kind'], { what: string; hint: string; setting: string }> = {
  photos: {
    what: 'Photos of completed inspections',
    hint: 'Counted from the completion of the case, or of an inspection without one, once its plans are carried out. Findings, plans and fingerprints of the files stay.',
    setting: 'PHOTOS_KEPT_DAYS',
  },
  recordings: {
    what: 'Recordings of completed inspections',
    hint: 'Counted in the same way. Findings and fingerprints of the files stay.',
    setting: 'RECORDINGS_KEPT_DAYS',
  },
  notices: { what: 'Notifications', hint: 'Read or not.', setting: 'NOTICES_KEPT_DAYS' },
  mails: { what: 'E-mails in the Outbox', hint: 'Without a mail server.', setting: 'MAILS_KEPT_DAYS' },
  auditClients: {
    what: 'Addresses and programs in the audit log',
    hint: 'The entries themselves stay for good.',
    setting: 'AUDIT_CLIENTS_KEPT_DAYS',
  },
};

function deletedText({ counts }: NonNullable<Retention['lastDeletion']>): string {
  const parts = [
    [counts.photos, amount(counts.photos, 'photo')],
    [counts.recordings, amount(counts.recordings, 'recording')],
    [counts.notifications, amount(counts.notifications, 'notification')],
    [counts.mails, amount(counts.mails, 'e-mail')],
    [counts.clientAddresses, `the addresses of ${amount(counts.clientAddresses, 'entry', 'entries')}`],
  ] as const;
  return parts
    .filter(([value]) => value > 0)
    .map(([, text]) => text)
    .join(', ');
}

function Kept({ kept, lastDeletion }: Retention) {
  return (
    <div className="grid gap-5 pt-1">
      <ul aria-label="What is kept how long" className="grid">
        {kept.map(({ kind, days }) => (
          <li key={kind} className="flex justify-between gap-4 border-t border-line py-3 first:border-t-0">
            <div className="min-w-0">
              <div className="font-strong">{kinds[kind].what}</div>
              <p className="text-small text-ink-2">{kinds[kind].hint}</p>
              <code className="text-small wrap-anywhere text-ink-2">{kinds[kind].setting}</code>
            </div>
            <span className="shrink-0 font-medium">{days === null ? 'For good' : amount(days, 'day')}</span>
          </li>
        ))}
      </ul>
      <section className="grid gap-1.5">
        <h3 className="heading">Last deletion</h3>
        {lastDeletion ? (
          <p>
            {formatFullDateTime(lastDeletion.at)}: {deletedText(lastDeletion)}.
          </p>
        ) : (
          <p className="text-ink-2">Nothing was deleted yet.</p>
        )}
      </section>
    </div>
  );
}

/** Shows how long the settings keep data, and what the latest nightly run deleted. */
export default function RetentionDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...retentionQuery, refetchOnMount: 'always' });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Retention"
        description="How long this installation keeps what it could do without. A job deletes the rest every night; the operator sets the days."
        shape="full"
        size="md"
      >
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Kept {...data} />
        ) : (
          <SkeletonRows rows={5} className="px-0" label="Loading retention" />
        )}
      </DialogContent>
    </Dialog>
  );
}
