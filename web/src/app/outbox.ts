// Loaded with the outbox, because only somebody who is signed in makes changes.
import '#web/app/person-check.ts';
import { keeper, outbox } from '#web/lib/outbox/device-outbox.ts';

/** Loads the kinds of changes only when one waits: a screen that makes changes of a kind imports that kind itself. */
const sendWaiting = async (userId: string): Promise<void> => {
  if ((await keeper.entriesOf(userId)).length > 0) await import('#web/app/outbox-kinds.ts');
};
let stopLooking = (): void => undefined;

/** Resumes the changes that this person left on the device, and those of other tabs once the connection is back. */
export async function openOutbox(userId: string): Promise<void> {
  stopLooking();
  const look = () => void sendWaiting(userId).catch(() => undefined);
  window.addEventListener('online', look);
  stopLooking = () => window.removeEventListener('online', look);
  await outbox.open(userId);
  // It is open already when the person has signed in again on this page, after their session ended.
  outbox.resume();
  await sendWaiting(userId);
}
