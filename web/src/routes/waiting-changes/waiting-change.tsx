import { useState } from 'react';
import { formatBytes } from '#contract/texts.ts';
import { formatAgo } from '#web/lib/format.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { ConflictButton } from '#web/ui/conflict-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { isStuck } from '#web/ui/unsent-note.tsx';

/** Bytes of its files. */
export const sizeOf = ({ files }: Item): number => files.reduce((sum, { size }) => sum + size, 0);

const fileNameOf = ({ files: [file] }: Item): string | null => (file instanceof File ? file.name : null);

function progressText({ stage, sentBytes, waiting }: Item, size: number, held: boolean): string {
  if (waiting) return 'Waiting for signal';
  if (held) return 'Waiting for Wi-Fi';
  if (stage === 'ready') return 'Waits for you to start it';
  if (stage === 'paused') return 'Paused';
  if (stage === 'saving') return 'Saving';
  if (stage === 'sending') return size > 0 ? `Sending, ${Math.floor((sentBytes / size) * 100)}%` : 'Sending';
  return 'Waiting to be sent';
}

/** One change with its state; a refused one can be tried again or discarded. */
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
            Not saved: {item.error}
          </div>
        ) : (
          <div role="status" className="text-small font-medium">
            {progressText(item, size, outbox.isHeld(item))}
          </div>
        )}
      </div>
      <div className="flex gap-2">
        {item.conflict && <ConflictButton item={item} label={`Compare: ${label}`} />}
        {((stuck && !item.conflict) || item.stage === 'ready' || item.stage === 'paused') && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${stuck ? 'Try again' : 'Start'}: ${label}`}
            onClick={() => outbox.start(entry.id)}
          >
            {stuck ? 'Try again' : 'Start'}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`Discard: ${label}`} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={`Discard "${label}"?`}
        description="It is on this device alone and cannot be brought back."
        confirmLabel="Discard"
        danger
        onConfirm={() => outbox.remove(entry.id)}
      />
    </li>
  );
}
