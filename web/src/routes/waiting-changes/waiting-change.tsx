import { useState } from 'react';
import { t } from '#contract/language.ts';
import { formatBytes } from '#contract/texts.ts';
import { formatAgo } from '#web/lib/format.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { ConflictButton } from '#web/ui/conflict-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { isStuck } from '#web/ui/unsent-note.tsx';

/** The size of its files in bytes. */
export const sizeOf = ({ files }: Item): number => files.reduce((sum, { size }) => sum + size, 0);

const fileNameOf = ({ files: [file] }: Item): string | null => (file instanceof File ? file.name : null);

function progressText({ stage, sentBytes, waiting }: Item, size: number, held: boolean): string {
  if (waiting) return t('Waiting for signal');
  if (held) return t('Waiting for Wi-Fi');
  if (stage === 'ready') return t('Waits for you to start it');
  if (stage === 'paused') return t('Paused');
  if (stage === 'saving') return t('Saving');
  if (stage === 'sending')
    return size > 0 ? t('Sending, {percent}%', { percent: Math.floor((sentBytes / size) * 100) }) : t('Sending');
  return t('Waiting to be sent');
}

/** One unsent change with its state; a refused one can be retried or discarded. */
export function WaitingChange({ item }: { item: Item }) {
  const [discarding, setDiscarding] = useState(false);
  const { entry } = item;
  const size = sizeOf(item);
  const label = outbox.labelOf(item);
  const stuck = isStuck(item);
  const facts = [fileNameOf(item), size > 0 ? formatBytes(size) : null, formatAgo(entry.createdAt)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-[18px] py-3">
      <div className="min-w-0 flex-1 basis-52">
        <div className="font-semibold [overflow-wrap:anywhere]">{label}</div>
        <div className="text-small text-ink-2 [overflow-wrap:anywhere]">{facts.filter(Boolean).join(' · ')}</div>
        {stuck ? (
          <div role="alert" className="text-small font-medium text-critical">
            {t('Not saved: {error}', { error: item.error })}
          </div>
        ) : (
          <div role="status" className="text-small font-medium">
            {progressText(item, size, outbox.isHeld(item))}
          </div>
        )}
      </div>
      <div className="flex gap-2">
        {item.conflict && <ConflictButton item={item} label={t('Compare: {label}', { label })} />}
        {((stuck && !item.conflict) || item.stage === 'ready' || item.stage === 'paused') && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${stuck ? t('Try again') : t('Start')}: ${label}`}
            onClick={() => outbox.start(entry.id)}
          >
            {stuck ? t('Try again') : t('Start')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('Discard: {label}', { label })}
          onClick={() => setDiscarding(true)}
        >
          {t('Discard')}
        </Button>
      </div>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={t('Discard "{label}"?', { label })}
        description={t('It exists only on this device and cannot be restored.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={() => outbox.remove(entry.id)}
      />
    </li>
  );
}
