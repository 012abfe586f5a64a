/** What some browsers tell of the connection; the DOM types lack it. */
interface Connection extends Partial<EventTarget> {
  type?: string;
  saveData?: boolean;
}

const keyOf = (userId: string): string => `innspect.wait-for-wifi.${userId}`;

/** The part of the browser's storage that is used; it can be blocked. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whether photos wait while the device is on a cellular connection: a setting of each person on this device. */
export function createCellular(connection: Connection | undefined, memory: () => Memory) {
  const listeners = new Set<() => void>();
  /** Fallback if storage is blocked. */
  const settings = new Map<string, boolean>();
  let sendsAnyway = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const isCellular = (): boolean => connection?.type === 'cellular' || connection?.saveData === true;

  function waitsForWifi(userId: string): boolean {
    try {
      return settings.get(userId) ?? memory().getItem(keyOf(userId)) !== null;
    } catch {
      return false;
    }
  }
  connection?.addEventListener?.('change', () => {
    // It was said of this connection alone.
    sendsAnyway = false;
    tell();
  });

  return {
    /** Whether the browser says which connection it uses. */
    isKnown: connection?.type !== undefined || connection?.saveData !== undefined,
    waitsForWifi,
    setWaitsForWifi(userId: string, waits: boolean) {
      settings.set(userId, waits);
      sendsAnyway = false;
      try {
        if (waits) memory().setItem(keyOf(userId), 'yes');
        else memory().removeItem(keyOf(userId));
      } catch {
        // The setting then lasts until the page is left.
      }
      tell();
    },
    /** Sends over this connection, until there is another one. */
    sendAnyway() {
      sendsAnyway = true;
      tell();
    },
    isHolding: (userId: string): boolean => !sendsAnyway && isCellular() && waitsForWifi(userId),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const cellular = createCellular(
  (navigator as Navigator & { connection?: Connection }).connection,
  () => localStorage,
);
