import { useSyncExternalStore } from 'react';
import { connection } from '#web/lib/connection.ts';

/** Whether the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(connection.subscribe, connection.isThere);
