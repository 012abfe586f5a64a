import type { outboxDatabase } from '#web/lib/outbox/database.ts';

/** The entry that the reserve's row names; there is none. */
export const reserveId = 'reserve';
/** More than the largest photo. */
const reserveBytes = 12 * 1024 * 1024;

/** A row that only takes room, so that the last photo on a full device can still be kept in its place. */
export function createReserve(database: ReturnType<typeof outboxDatabase>) {
  const rows = () => IDBKeyRange.bound([reserveId], [reserveId, []]);
  async function exists(): Promise<boolean> {
    return (await (await database()).count('files', rows())) > 0;
  }
  return {
    /** Makes it unless it is there; returns whether it is. */
    async make(): Promise<boolean> {
      try {
        if (await exists()) return true;
        const bytes = new Blob([new Uint8Array(reserveBytes)]);
        await (await database()).put('files', { entry: reserveId, part: 0, index: 0, bytes });
        return true;
      } catch (error) {
        console.warn('There is no room for another photo on this device', error);
        return false;
      }
    },
    /** Returns whether there was one. */
    async drop(): Promise<boolean> {
      try {
        if (!(await exists())) return false;
        await (await database()).delete('files', rows());
        return true;
      } catch {
        // The write that needed the room says why it failed.
        return false;
      }
    },
  };
}
