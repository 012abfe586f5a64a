import type { UnsentWork } from '#contract/unsent-work.ts';
import { archiveOf } from '#web/lib/outbox/archive.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { saveContent } from '#web/lib/save-file.ts';

export interface SavedWork {
  name: string;
  bytes: number;
  changes: number;
}

/** Saves all that a person has not sent as a ZIP on this device. It stays in the outbox as well. */
export async function saveUnsentWork({ id, username }: UnsentWork['owner']): Promise<SavedWork> {
  const unsent = await outbox.listUnsent(id);
  const archive = await archiveOf({ id, username }, unsent);
  const [day, time = ''] = new Date().toISOString().split('T');
  const name = `unsent-${username.replaceAll(/[^\w.-]+/g, '-')}-${day}-${time.slice(0, 5).replace(':', '')}.zip`;
  saveContent(archive, name);
  return { name, bytes: archive.size, changes: unsent.length };
}
