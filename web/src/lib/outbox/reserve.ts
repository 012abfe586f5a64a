import type { outboxDatabase } from '#web/lib/outbox/database.ts';
import { storing } from '#web/lib/outbox/stored-file.ts';

/** The entry id of the reserve's row; no entry has this id. */
export const reserveId = 'reserve';
/** More than the largest photo needs. */
const reserveBytes = 12 * 1024 * 1024;

/** A row that only takes up room. It is deleted when the device is full, so that the last photo can still be stored. */
export function createReserve(database: ReturnType<typeof outboxDatabase>) {
  const rows = () => IDBKeyRange.bound([reserveId], [reserveId, []]);
  async function exists(): Promise<boolean> {
    return (await (await database()).count('files', rows())) > 0;
  }
  return {
    /** Creates the row unless it exists; returns whether it exists. */
    async make(): Promise<boolean> {
      try {
        if (await exists()) return true;
        await storing([new Blob([new Uint8Array(reserveBytes)])], async ([bytes]) => {
          if (bytes) await (await database()).put('files', { entry: reserveId, part: 0, index: 0, bytes });
        });
        return true;
      } catch (error) {
        console.warn('There is no room for another photo on this device', error);
        return false;
      }
    },
    /** Deletes the row; returns whether it existed. */
    async drop(): Promise<boolean> {
      try {
        if (!(await exists())) return false;
        await (await database()).delete('files', rows());
        return true;
      } catch {
        // The write that needed the room reports its own error.
        return false;
      }
    },
  };
}
