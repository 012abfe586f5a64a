import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { emailVerified } from '#server/users/users.rules.ts';
import { exportReadyMail, packData, renderExportReady } from './personal-data.mails.ts';
import * as repository from './personal-data.repository.ts';
import { voiceNoteKey } from '#server/photos/voice-notes.rules.ts';
import { exportKey, photoName, voiceNoteName } from './personal-data.rules.ts';
import { zip, type ZipEntry } from './zip.ts';

interface Deps {
  db: Database;
  config: Config;
  changes: Changes;
  storage: Storage;
  mailer: Mailer;
  origin: () => string;
}
type PayloadOf<Kind> = Kind extends { payload: { _output: infer Payload } } ? Payload : never;

/** The files of the archive: records as JSON, then the photos that the user took. */
async function* entriesOf(
  { db, config, storage }: Deps,
  person: UserRow,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const json = (name: string, rows: object[]) => ({
    name: `${name}.json`,
    data: [Buffer.from(`${JSON.stringify(rows, null, 2)}\n`)],
  });
  const email = emailVerified(config.mode, person) ? person.email : null;
  const records = await repository.listRecordsOf(db, { id: person.id, email });
  for (const [name, rows] of Object.entries(records)) yield json(name, rows);
  const photos = await repository.listPhotosOf(db, person.id);
  yield json('photos', photos);
  for (const photo of photos) {
    signal.throwIfAborted();
    // The photo may be deleted while the archive is being made.
    const key = await repository.findStorageKey(db, photo.id);
    if (key && (await storage.head(key))) yield { name: photoName(photo), data: await storage.read(key) };
    const voice = key && photo.voiceNote && voiceNoteKey(photo.id, photo.voiceNote);
    if (voice && (await storage.head(voice))) yield { name: voiceNoteName(photo), data: await storage.read(voice) };
  }
}

async function pack(deps: Deps, exportId: string, signal: AbortSignal): Promise<void> {
  const { db, config, changes, storage } = deps;
  const row = await repository.findExport(db, exportId);
  // The person was erased; an attempt that was killed may have stored the archive after that.
  if (!row) return storage.remove(exportKey(exportId));
  const person = await repository.findPerson(db, row.userId);
  if (row.state !== 'waiting' || !person || person.disabledAt) return;
  const archive = zip(entriesOf(deps, person, signal), new Date());
  await storage.put(row.storageKey, archive, { contentType: 'application/zip' });
  const bytes = (await storage.head(row.storageKey))?.size ?? 0;
  const isReady = await changes.run(person.id, async (change) => {
    if (!(await repository.updateWaiting(change.tx, exportId, { state: 'ready', bytes }))) return false;
    change.audit('user.data_exported', 'user', person.id, { exportId, bytes });
    if (emailVerified(config.mode, person))
      await change.enqueue(exportReadyMail, { address: person.email, language: person.language });
    return true;
  });
  // The person was erased while the archive was being made.
  if (!isReady && !(await repository.findExport(db, exportId))) await storage.remove(row.storageKey);
}

/** Packs the data of users who requested it, and removes expired archives. */
export function personalDataJobs(deps: Deps) {
  const packing: JobDefinition<PayloadOf<typeof packData>> = {
    ...packData,
    retryLimit: 3,
    retryDelaySeconds: 60,
    timeoutSeconds: 3600,
    run: ({ exportId }, { signal, stopping }) => pack(deps, exportId, AbortSignal.any([signal, stopping])),
    async gaveUp({ exportId }) {
      await repository.updateWaiting(deps.db, exportId, { state: 'failed' });
    },
  };
  const mail: JobDefinition<PayloadOf<typeof exportReadyMail>> = {
    ...exportReadyMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    run: ({ address, language }) => deps.mailer.send(renderExportReady(address, deps.origin(), language ?? null)),
  };
  const sweep: JobDefinition<object> = {
    name: 'sweep-data-exports',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '15 * * * *',
    async run() {
      for (const { id, storageKey } of await repository.listExpired(deps.db)) {
        await deps.storage.remove(storageKey);
        await repository.deleteExport(deps.db, id);
      }
    },
  };
  return [packing, mail, sweep];
}
