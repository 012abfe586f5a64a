import type { UnsentWork } from '#contract/unsent-work.ts';
import { archiveOf } from '#web/lib/outbox/archive.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { saveContent } from '#web/lib/save-file.ts';

export interface SavedWork {
  name: string;
  bytes: number;
  changes: number;
}

/** Downloads a person's unsent changes as a ZIP to this device. They also stay in the outbox. */
export async function saveUnsentWork({ id, username }: UnsentWork['owner']): Promise<SavedWork> {
  const unsent = await outbox.listUnsent(id);
  const archive = await archiveOf({ id, username }, unsent);
  const [day, time = ''] = new Date().toISOString().split('T');
  const name = `unsent-${username.replaceAll(/[^\w.-]+/g, '-')}-${day}-${time.slice(0, 5).replace(':', '')}.zip`;
  saveContent(archive, name);
  return { name, bytes: archive.size, changes: unsent.length };
}
