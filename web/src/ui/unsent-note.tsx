import { useEffect, useState } from 'react';
import { t } from '#contract/language.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { ConflictButton } from '#web/ui/conflict-button.tsx';
import { Button } from '#web/ui/button.tsx';

/** How long, in ms, sending may take before the screen shows that it is in progress. */
const noticeableDelay = 1500;

/** Whether it failed permanently, so that a person must decide. */
export const isStuck = ({ stage, waiting }: Item): boolean => stage === 'failed' && !waiting;

/** Shows that a change is being sent, but only once that takes noticeably long. */
function Saving() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), noticeableDelay);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <span role="status" className="text-small text-ink-2">
      {t('Saving…')}
    </span>
  ) : null;
}

/** The state of unsent changes, with the actions for a refused one; nothing when all are sent. */
export function UnsentNote({ items }: { items: readonly Item[] }) {
  const online = useOnline();
  const unsent = items.filter(({ stage }) => stage !== 'saved');
  const stuck = unsent.filter(isStuck);
  const cause = stuck.find(({ entry }) => !entry.after?.length) ?? stuck[0];
  if (cause)
    return (
      <span role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium text-critical">
        {t('Not saved: {error}', { error: cause.error })}
        <span className="flex gap-2">
          {cause.conflict ? (
            <ConflictButton item={cause} />
          ) : (
            <Button variant="secondary" size="sm" onClick={() => outbox.start(cause.entry.id)}>
              {t('Try again')}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => unsent.forEach(({ entry }) => outbox.remove(entry.id))}>
            {t('Discard')}
          </Button>
        </span>
      </span>
    );
  if (unsent.length === 0) return null;
  if (online && !unsent.some(({ waiting }) => waiting)) return <Saving />;
  return (
    <span role="status" className="text-small font-medium text-ink-2">
      {t('Waiting for signal')}
    </span>
  );
}
