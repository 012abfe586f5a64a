import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { AreaNotice } from '#web/features/areas/components/area-notice.tsx';
import { isCompletionWaiting, unsentAreaChanges } from '#web/features/areas/area-kinds.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { useItems } from '#web/lib/use-items.ts';
import { scopePath } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { isStuck, UnsentNote } from '#web/ui/unsent-note.tsx';

/** The changes of the area itself that the server does not know yet: its submission, or that it does not apply. */
export function UnsentAreaNote({
  areaSession,
  compact = false,
}: {
  areaSession: AreaSession;
  /** On one line, without Undo. */
  compact?: boolean;
}) {
  const items = useItems(scopePath({ of: 'area-sessions', id: areaSession.id }));
  const changes = unsentAreaChanges(items);
  if (changes.length === 0) return null;
  const stuck = changes.filter(isStuck);
  if (compact || stuck.length > 0 || !isCompletionWaiting(items))
    return <UnsentNote items={stuck.length > 0 ? stuck : changes} />;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3"
    >
      <div>
        <p className="font-strong">{t('Submitted on this device')}</p>
        <p className="text-ink-2">{t('It is sent with its photos and changes once there is a signal.')}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => changes.forEach(({ entry }) => entry.kind === 'area-completion' && outbox.remove(entry.id))}
      >
        {t('Undo')}
      </Button>
    </div>
  );
}

/** What the server does not know yet of an area, then why it is closed; a submission on the device is in no review yet. */
export function AreaNotes({ areaSession }: { areaSession: AreaSession }) {
  const items = useItems(scopePath({ of: 'area-sessions', id: areaSession.id }));
  return (
    <>
      <UnsentAreaNote areaSession={areaSession} />
      {!isCompletionWaiting(items) && <AreaNotice areaSession={areaSession} />}
    </>
  );
}
