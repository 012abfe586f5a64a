import { t } from '#contract/language.ts';
import { formatBytes } from '#contract/texts.ts';
import type { RoomLevel } from '#web/lib/outbox/device-room.ts';
import { deviceRoom, useDeviceRoom } from '#web/lib/use-device-room.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Meter } from '#web/ui/meter.tsx';

const tones = { enough: 'good', low: 'medium', full: 'critical' } as const satisfies Record<RoomLevel, string>;

/** Shows how much room this device has, and whether the browser may delete what is stored. */
export function DeviceRoomCard() {
  const { level, usedBytes, leftBytes, persisted } = useDeviceRoom();
  if (usedBytes === null || leftBytes === null) return null;
  return (
    <Card>
      <CardHeader title={t('Room on this device')} />
      <div className="grid gap-3 px-[18px] pb-4">
        <Meter
          value={(usedBytes / Math.max(1, usedBytes + leftBytes)) * 100}
          label={t('Room in use')}
          tone={tones[level]}
        />
        <p>
          {t('Innspect uses {usedBytes}, and {leftBytes} are left.', {
            usedBytes: formatBytes(usedBytes),
            leftBytes: formatBytes(leftBytes),
          })}{' '}
          {level !== 'enough' && <b className="font-strong">{t('Send what waits, or delete other files.')}</b>}
        </p>
        {persisted ? (
          <p className="text-ink-2">{t('The browser will not delete it on its own.')}</p>
        ) : (
          <>
            <p className="text-ink-2">
              {t(
                'The browser may delete it when the device runs out of room. Installing Innspect on the home screen helps.',
              )}
            </p>
            {deviceRoom.canPersist && (
              <Button
                variant="secondary"
                size="sm"
                className="justify-self-start"
                onClick={() => void deviceRoom.persist()}
              >
                {t('Ask to Keep It')}
              </Button>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
