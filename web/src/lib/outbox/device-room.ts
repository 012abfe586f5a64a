/** `low`: changes should be sent or room freed; `full`: the next photo might not be kept. */
export type RoomLevel = 'enough' | 'low' | 'full';

export interface DeviceRoom {
  level: RoomLevel;
  /** How many bytes this site uses and how many are left for it; null when the browser does not report them. */
  usedBytes: number | null;
  leftBytes: number | null;
  /** The browser has granted persistent storage: it deletes nothing, however full the device is. */
  persisted: boolean;
  /** The device has reserved room for one more photo. Always true while no change waits. */
  reserved: boolean;
  /** How many changes exist only in this page, because the device had no room for them. */
  unwritten: number;
}

const megabyte = 1024 * 1024;
/** Room for about sixty photos. */
const lowBytes = 300 * megabyte;
const fullBytes = 30 * megabyte;
/** The browser needs a while for an estimate, so it is not asked after every change. */
const askAgainAfter = 2000;

/** A browser's estimate may exceed the room there is, so a failed write or reservation overrides it. */
export function levelOf({
  leftBytes,
  unwritten,
  reserved,
}: Pick<DeviceRoom, 'leftBytes' | 'unwritten' | 'reserved'>): RoomLevel {
  if (unwritten > 0 || !reserved) return 'full';
  if (leftBytes === null || leftBytes >= lowBytes) return 'enough';
  return leftBytes < fullBytes ? 'full' : 'low';
}

/** The part of StorageManager that is used; older browsers and insecure pages lack it. */
type Manager = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>;

interface Source {
  subscribe(listener: () => void): () => void;
  unwrittenCount(): number;
  unsentCount(): number;
  /** Reserves room for one more photo; returns whether there is room. */
  reserve(): Promise<boolean>;
}

const nothing = { unwritten: 0, reserved: true } as const;

/** Watches how much room the device has, as long as there are subscribers. */
export function createDeviceRoom(manager: Manager | undefined, source: Source) {
  const listeners = new Set<() => void>();
  let room: DeviceRoom = { level: 'enough', usedBytes: null, leftBytes: null, persisted: false, ...nothing };
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asked = false;
  let stop: (() => void) | null = null;

  async function refresh(): Promise<void> {
    const estimate = await manager?.estimate?.().catch(() => undefined);
    const persisted = (await manager?.persisted?.().catch(() => false)) ?? false;
    const { usage, quota } = estimate ?? {};
    const usedBytes = usage ?? null;
    const leftBytes = usage === undefined || quota === undefined ? null : Math.max(0, quota - usage);
    const reserved = source.unsentCount() === 0 || (await source.reserve());
    const tried = { leftBytes, unwritten: source.unwrittenCount(), reserved };
    room = { level: levelOf(tried), usedBytes, persisted, ...tried };
    for (const listener of listeners) listener();
  }

  /** Asks the browser for persistent storage; the browser may ask the person. */
  async function persist(): Promise<void> {
    asked = true;
    await manager?.persist?.().catch(() => false);
    await refresh();
  }

  function onChange() {
    if (!asked && !room.persisted && source.unsentCount() > 0) void persist();
    // A failed write is reported at once.
    if (source.unwrittenCount() !== room.unwritten) return void refresh();
    timer ??= setTimeout(() => {
      timer = null;
      void refresh();
    }, askAgainAfter);
  }

  return {
    get: (): DeviceRoom => room,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!stop) {
        stop = source.subscribe(onChange);
        void refresh();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    refresh,
    persist,
    canPersist: manager?.persist !== undefined,
  };
}
