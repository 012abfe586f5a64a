/** What some browsers report about the connection; the DOM types lack it. */
interface Connection extends Partial<EventTarget> {
  type?: string;
  saveData?: boolean;
}

const keyOf = (userId: string): string => `innspect.wait-for-wifi.${userId}`;

/** The part of localStorage that is used; a browser may block it. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Decides whether photos wait while the device is on a cellular connection. Each person sets this for each device. */
export function createCellular(connection: Connection | undefined, memory: () => Memory) {
  const listeners = new Set<() => void>();
  /** Fallback if storage is blocked. */
  const settings = new Map<string, boolean>();
  let sendsAnyway = false;
  const notifyListeners = () => {
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
    // 'Send Anyway' applied to the previous connection only.
    sendsAnyway = false;
    notifyListeners();
  });

  return {
    /** Whether the browser reports the type of its connection. */
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
      notifyListeners();
    },
    /** Sends over the current connection until it changes. */
    sendAnyway() {
      sendsAnyway = true;
      notifyListeners();
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
