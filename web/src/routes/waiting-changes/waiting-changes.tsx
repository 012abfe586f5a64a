import { CircleCheck, Send } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '#contract/language.ts';
import { formatBytes, plural } from '#contract/texts.ts';
import { cellular } from '#web/lib/cellular.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { useAllItems } from '#web/lib/use-items.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SaveUnsentWork } from '#web/ui/save-unsent-work.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { isStuck } from '#web/ui/unsent-note.tsx';
import { DeviceRoomCard } from './device-room-card.tsx';
import { PlaceTitle } from './place-title.tsx';
import { WaitingChange, sizeOf } from './waiting-change.tsx';

/** Groups changes by place. Changes that need a person come first, then the oldest. */
function byPlace(items: readonly Item[]): [string, Item[]][] {
  const groups = Map.groupBy(items, ({ entry }) => entry.parent);
  const needsAction = (group: readonly Item[]) => group.some(isStuck);
  return [...groups].sort(([, a], [, b]) => Number(needsAction(b)) - Number(needsAction(a)));
}

function summary(items: readonly Item[]): string {
  const stuck = items.filter(isStuck).length;
  const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return [
    plural(items.length, 'change'),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
    ...(stuck > 0 ? [t(stuck === 1 ? '{stuck} needs you' : '{stuck} need you', { stuck })] : []),
  ].join(' · ');
}

function sendNow() {
  cellular.sendAnyway();
  outbox.resume();
}

/** Everything that this device keeps until the server has it, with the actions for each change. */
export default function WaitingChangesScreen() {
  const online = useOnline();
  useSyncExternalStore(outbox.subscribe, outbox.heldCount);
  const items = useAllItems().filter(({ stage }) => stage !== 'saved');
  return (
    <Page width="narrow">
      <PageHeader
        title={t('On This Device')}
        subtitle={items.length > 0 ? summary(items) : undefined}
        actions={
          items.length > 0 && (
            // Also where the server was not reached: pressing it is the quickest way to find out whether it is back.
            <Button variant="secondary" size="sm" disabled={!navigator.onLine} onClick={sendNow}>
              <Send aria-hidden="true" />
              {t('Send Now')}
            </Button>
          )
        }
      />
      {items.length === 0 ? (
        <Card>
          <EmptyState icon={CircleCheck} title={t('Everything is sent')}>
            {t('Photos, answers and findings wait here while there is no connection.')}
          </EmptyState>
        </Card>
      ) : (
        <>
          {!online && (
            <p role="status" className="mb-3.5 text-ink-2">
              {t('Offline. These changes are kept on this device and sent once there is a connection.')}
            </p>
          )}
          <div className="grid gap-3.5">
            {byPlace(items).map(([place, group]) => (
              <Card key={place}>
                <PlaceTitle place={place} count={group.length} />
                <ul className="divide-y divide-line border-t border-line">
                  {group.map((item) => (
                    <WaitingChange key={item.entry.id} item={item} />
                  ))}
                </ul>
              </Card>
            ))}
          </div>
          <Card>
            <CardHeader title={t('Keep a copy')} />
            <div className="grid gap-3 px-[18px] pb-4">
              <p className="text-ink-2">
                {t(
                  'If this device cannot send, save everything as a ZIP. An administrator can import it. Nothing is duplicated if this device sends later.',
                )}
              </p>
              <SaveUnsentWork />
            </div>
          </Card>
        </>
      )}
      <DeviceRoomCard />
    </Page>
  );
}
