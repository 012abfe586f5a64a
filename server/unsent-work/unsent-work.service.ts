import { createHash, randomUUID, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ZodError } from 'zod';
import {
  unsentWorkLimits,
  unsentWorkList,
  unsentWorkSchema,
  type ImportedWork,
  type UnsentChange,
  type UnsentWork,
} from '#contract/unsent-work.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized, Person } from '#server/platform/http/actor.ts';
import { textNotStorable } from '#server/platform/http/http.errors.ts';
import { isStorable } from '#server/platform/http/input.ts';
import { parseJson } from '#server/platform/http/json.ts';
import { AppError } from '#server/platform/http/problem.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { importsOf, type KindDeps } from './kinds.ts';
import {
  archiveOfSomebodyElse,
  archiveTooLarge,
  archiveUnreadable,
  changeUnknown,
  changeUnreadable,
  earlierChangeRefused,
  fileDamaged,
} from './unsent-work.errors.ts';
import { BrokenArchive, openZip, type ZipReader } from './zip-reader.ts';

/** Imports work that a device saved as an archive because it could not send it. */
export interface UnsentWorkService {
  /**
   * Makes the changes of an archive as the user whose device stored them, with that user's rights and none of the
   * admin's. Importing it again creates nothing twice. Throws 409 for another user's archive, 413, 422.
   */
  importAll(admin: Actor, owner: Authorized<Person>, archive: Readable): Promise<ImportedWork>;
}

/** Hashes the bytes of an archive while they arrive. Throws 413. */
async function* received(body: Readable, hash: Hash): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > unsentWorkLimits.bytes) throw archiveTooLarge();
    hash.update(piece);
    yield piece;
  }
}

async function readList(archive: ZipReader): Promise<UnsentWork> {
  const json = await text(await archive.read(unsentWorkList, unsentWorkLimits.listBytes));
  // A person gives the archive to an admin, so its list is as little trusted as the body of a call.
  return unsentWorkSchema.parse(parseJson(json, unsentWorkLimits.listValues));
}

/** Acts as the user, with none of an admin's rights. */
const actorOf = (owner: Authorized<Person>, admin: Actor): Actor => ({
  id: owner.id,
  user: owner,
  isAdmin: false,
  mustSetUpSecondFactor: false,
  session: { id: admin.session.id, provenAt: null },
});

/** Why a change was refused, as a sentence; null for errors that a retry may avoid. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ZodError) return changeUnreadable().message;
  if (error instanceof BrokenArchive) return fileDamaged().message;
  return error instanceof AppError && error.status < 500 ? error.message : null;
}

export function createUnsentWorkService(deps: KindDeps & { changes: Changes; storage: Storage }): UnsentWorkService {
  const { changes, storage } = deps;
  const imports = importsOf(deps);

  async function importOne(owner: Actor, change: UnsentChange, archive: ZipReader, refused: Set<string>) {
    const importChange = imports.get(change.kind);
    if (!importChange) throw changeUnknown();
    if (!isStorable(change)) throw textNotStorable();
    // A set, because both lists of a forged archive may be long.
    const missing = new Set(change.missing);
    if (change.after.some((id) => refused.has(id) && !missing.has(id))) throw earlierChangeRefused();
    await importChange(owner, change, archive);
  }

  async function importEach(owner: Actor, { savedAt, changes: list }: UnsentWork, archive: ZipReader) {
    const refused = new Set<string>();
    const outcomes: ImportedWork['changes'] = [];
    for (const change of list.toSorted((a, b) => a.createdAt - b.createdAt)) {
      const { id, label } = change;
      try {
        await importOne(owner, change, archive, refused);
        outcomes.push({ id, label, saved: true, reason: null });
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === null) throw error;
        refused.add(id);
        outcomes.push({ id, label, saved: false, reason });
      }
    }
    return { savedAt, changes: outcomes };
  }

  /** Opens the archive in a file and reads its list of changes. Throws 409, 422. */
  async function openArchive(path: string, owner: Person): Promise<{ archive: ZipReader; work: UnsentWork }> {
    let archive: ZipReader | null = null;
    try {
      archive = await openZip(path, unsentWorkLimits.bytes);
      const work = await readList(archive);
      if (work.owner.id !== owner.id) throw archiveOfSomebodyElse(work.owner.username);
      return { archive, work };
    } catch (error) {
      archive?.close();
      const isInvalid = error instanceof ZodError || (error instanceof AppError && error.status === 400);
      throw isInvalid || error instanceof BrokenArchive ? archiveUnreadable() : error;
    }
  }

  async function importFile(
    admin: Actor,
    owner: Authorized<Person>,
    path: string,
    sha256: string,
  ): Promise<ImportedWork> {
    const { archive, work } = await openArchive(path, owner);
    try {
      // Written before the first change, so that no change is made without an audit entry.
      await changes.run(admin.id, async (change) => {
        const details = { name: owner.username, changes: work.changes.length, savedAt: work.savedAt, sha256 };
        change.audit('user.unsent_work_imported', 'user', owner.id, details);
      });
      return await importEach(actorOf(owner, admin), work, archive);
    } finally {
      archive.close();
    }
  }

  return {
    async importAll(admin, owner, body) {
      const key = `imports/${randomUUID()}.zip`;
      const hash = createHash('sha256');
      try {
        const bytes = Readable.from(received(body, hash), { objectMode: false });
        await storage.put(key, bytes, { contentType: 'application/zip' });
        const sha256 = hash.digest('hex');
        return await storage.withLocalFile(key, (path) => importFile(admin, owner, path, sha256));
      } finally {
        await storage.remove(key);
      }
    },
  };
}
