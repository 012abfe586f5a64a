import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { dataExportDays } from '#contract/data-exports.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { DataExportRow } from '#server/schema/exports.tables.ts';
import { proofNeeded } from '#server/users/users.errors.ts';
import { needsProof } from '#server/users/users.rules.ts';
import { packData } from './personal-data.mails.ts';
import { exportKey } from './personal-data.rules.ts';
import { exportMadeLately, exportNotReady } from './personal-data.errors.ts';
import * as repository from './personal-data.repository.ts';

/** Exports of the data that the product stores about a user, for that user only. */
export interface PersonalDataService {
  list(actor: Actor): Promise<DataExportRow[]>;
  /** An unexpired export of the caller. */
  find(actor: Actor, id: string): Promise<Authorized<DataExportRow> | null>;
  /** Requests an export. Throws 403 without recent re-authentication, 409 within a day of the last export. */
  requestExport(actor: Actor): Promise<DataExportRow>;
  /** Reads the archive. Throws 409 until it is ready. */
  open(target: Authorized<DataExportRow>): Promise<{ data: Readable; bytes: number }>;
}

const day = 86_400_000;

export function createPersonalDataService(deps: {
  db: Database;
  changes: Changes;
  storage: Storage;
}): PersonalDataService {
  const { db, changes, storage } = deps;
  return {
    list: (actor) => repository.listExportsOf(db, actor.id),

    async find(actor, id) {
      const row = await repository.findExport(db, id);
      return row?.userId === actor.id ? authorize(row) : null;
    },

    requestExport(actor) {
      if (needsProof(actor.session)) throw proofNeeded();
      return changes.run(actor.id, async (change) => {
        const rows = await repository.listExportsOf(change.tx, actor.id);
        if (rows.some(({ createdAt, state }) => state !== 'failed' && createdAt.getTime() > Date.now() - day))
          throw exportMadeLately();
        const id = randomUUID();
        const row = await repository.insertExport(change.tx, {
          id,
          userId: actor.id,
          storageKey: exportKey(id),
          expiresAt: new Date(Date.now() + dataExportDays * day),
        });
        await change.enqueue(packData, { exportId: row.id });
        change.audit('user.data_export_asked', 'user', actor.id, { exportId: row.id });
        return row;
      });
    },

    async open({ bytes, state, storageKey }) {
      if (state !== 'ready' || bytes === null) throw exportNotReady();
      return { data: await storage.read(storageKey), bytes };
    },
  };
}
