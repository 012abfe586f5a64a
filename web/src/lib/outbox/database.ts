import { openDB, type IDBPDatabase } from 'idb';
import type { OutboxSchema } from '#web/lib/outbox/database-schema.ts';
import { moveEarlierDashboard } from '#web/lib/outbox/earlier-dashboard.ts';
import { moveEarlierRows } from '#web/lib/outbox/earlier-rows.ts';

/** Opens the browser's database with what this device keeps, once for all callers. */
export function outboxDatabase(): () => Promise<IDBPDatabase<OutboxSchema>> {
  let opened: Promise<IDBPDatabase<OutboxSchema>> | null = null;
  const forget = () => {
    opened = null;
  };
  return () => {
    opened ??= openDB<OutboxSchema>('innspect', 3, {
      async upgrade(database, _oldVersion, _newVersion, transaction) {
        database.createObjectStore('entries', { keyPath: 'id' }).createIndex('owner', 'owner');
        database.createObjectStore('files', { keyPath: ['entry', 'part', 'index'] });
        await moveEarlierRows(database, transaction);
      },
      // A page of a newer version wants to upgrade: this one must not stand in its way.
      blocking(_current, _wanted, { target }) {
        if (target instanceof IDBDatabase) target.close();
        forget();
      },
      // A browser that runs out of space, or a person who clears it, closes it under the page.
      terminated: forget,
    }).then(async (database) => {
      await moveEarlierDashboard(database);
      return database;
    });
    opened.catch(forget);
    return opened;
  };
}
