import { openDB, type IDBPDatabase } from 'idb';
import type { OutboxSchema } from '#web/lib/outbox/database-schema.ts';
import { moveEarlierDashboard } from '#web/lib/outbox/earlier-dashboard.ts';
import { moveEarlierRows } from '#web/lib/outbox/earlier-rows.ts';

/** Opens the database of this device in the browser, once for all callers. */
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
      // Another page has a newer version and wants to upgrade the database, so this one closes its connection.
      blocking(_current, _wanted, { target }) {
        if (target instanceof IDBDatabase) target.close();
        forget();
      },
      // A browser closes the connection when it runs out of space or when a person clears it.
      terminated: forget,
    }).then(async (database) => {
      await moveEarlierDashboard(database);
      return database;
    });
    opened.catch(forget);
    return opened;
  };
}
