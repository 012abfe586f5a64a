import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/job.ts';
import { requireRoom } from '#server/platform/storage/disk-room.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import * as repository from './recordings.repository.ts';
import { copyKeyOf, maxCopyBytes } from './recordings.rules.ts';
import type { RecordingRow } from '#server/schema/recordings.tables.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { remux } from './remux.ts';

const payload = z.object({ recordingId: z.uuid() });
type Payload = z.infer<typeof payload>;
export const prepareRecording: JobKind<Payload> = { name: 'prepare-recording', payload };

const filesPayload = z.object({ keys: z.array(z.string()) });
type FilesPayload = z.infer<typeof filesPayload>;
export const removeRecordingFiles: JobKind<FilesPayload> = { name: 'remove-recording-files', payload: filesPayload };

interface Deps {
  db: Database;
  changes: Changes;
  storage: Storage;
  scopes: ScopesService;
  /** The folder for files that exist only while a job runs. */
  scratch: string;
}

export function recordingJobs({ db, changes, storage, scopes, scratch }: Deps) {
  /** Stores the outcome, unless one is stored already. */
  async function settle(row: RecordingRow, outcome: Partial<RecordingRow>, details: Record<string, unknown>) {
    await changes.run(row.userId, async (change) => {
      const settled = await repository.updatePreparation(change.tx, row.id, outcome);
      if (!settled) return;
      change.audit(
        `recording.${settled.preparation === 'done' ? 'prepared' : 'not_prepared'}`,
        'recording',
        row.id,
        details,
      );
      const scope = await scopes.find(change.tx, { areaSessionId: null, inspectionId: row.inspectionId });
      change.push(
        { type: 'recording_changed', payload: { inspectionId: row.inspectionId } },
        ownerAndAdmins(scope?.ownerId ?? null),
      );
    });
  }

  async function makeCopy(row: RecordingRow, signal: AbortSignal): Promise<void> {
    const target = join(scratch, randomUUID());
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    // The space needed for the original, which is first downloaded from an S3 store, and for the copy twice: the local
    // file and the stored one.
    await requireRoom(scratch, row.size + 2 * maxCopyBytes(row.size));
    try {
      const facts = await storage.withLocalFile(row.storageKey, (source) =>
        remux({ source, target, contentType: row.contentType }, signal),
      );
      const { size } = await stat(target);
      const copyKey = copyKeyOf(row.id);
      await storage.put(copyKey, createReadStream(target), { contentType: row.contentType, size });
      const outcome = { preparation: 'done' as const, copyKey, copySize: size, sha256: facts.sha256 };
      await settle(row, outcome, { ...facts, bytes: size });
    } finally {
      await rm(target, { force: true });
    }
  }

  const prepare: JobDefinition<Payload> = {
    ...prepareRecording,
    retryLimit: 2,
    retryDelaySeconds: 10,
    timeoutSeconds: 7200,
    async run({ recordingId }, { signal, stopping }) {
      const row = await repository.findById(db, recordingId);
      if (!row || row.preparation !== 'pending') return;
      try {
        await makeCopy(row, AbortSignal.any([signal, stopping]));
      } catch (error) {
        if (!(error instanceof UnreadableRecording)) throw error;
        await settle(row, { preparation: 'failed' }, { reason: error.message });
      }
    },
    async gaveUp({ recordingId }) {
      const row = await repository.findById(db, recordingId);
      if (row) await settle(row, { preparation: 'failed' }, { reason: 'It was tried and given up' });
    },
  };
  const remove: JobDefinition<FilesPayload> = {
    ...removeRecordingFiles,
    retryLimit: 5,
    retryDelaySeconds: 60,
    timeoutSeconds: 120,
    async run({ keys }) {
      for (const key of keys) await storage.remove(key);
    },
  };
  return [prepare, remove];
}
