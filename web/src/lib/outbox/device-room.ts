/** `low`: it is time to send or to free room; `full`: the next photo might not be kept. */
export type RoomLevel = 'enough' | 'low' | 'full';

export interface DeviceRoom {
  level: RoomLevel;
  /** What this site uses and what is left for it, in bytes; null where the browser does not say. */
  usedBytes: number | null;
  leftBytes: number | null;
  /** The browser deletes nothing by itself, however full the device is. */
  persisted: boolean;
  /** The device keeps room for one more photo; not asked for while nothing waits. */
  reserved: boolean;
  /** Changes that the device had no room for, so that this page alone has them. */
  unwritten: number;
}

const megabyte = 1024 * 1024;
/** Room for about sixty photos, and for three of the largest. */
const lowBytes = 300 * megabyte;
const fullBytes = 30 * megabyte;
/** Asking takes the browser a while, so not after every change. */
const askAgainAfter = 2000;

/** Browsers may name more bytes than there are, so what was tried counts for more. */
export function levelOf({
  leftBytes,
  unwritten,
  reserved,
}: Pick<DeviceRoom, 'leftBytes' | 'unwritten' | 'reserved'>): RoomLevel {
  if (unwritten > 0 || !reserved) return 'full';
  if (leftBytes === null || leftBytes >= lowBytes) return 'enough';
  return leftBytes < fullBytes ? 'full' : 'low';
}

/** The part of the browser that is asked; older ones and insecure pages lack it. */
type Manager = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>;

interface Source {
  subscribe(listener: () => void): () => void;
  unwrittenCount(): number;
  unsentCount(): number;
  /** Keeps room free for one more photo; returns whether there is some. */
  reserve(): Promise<boolean>;
}

const nothing = { unwritten: 0, reserved: true } as const;

/** Watches how much room the device has, while anything subscribes. */
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

  /** Asks the browser to delete nothing by itself; it may ask the person. */
  async function persist(): Promise<void> {
    asked = true;
    await manager?.persist?.().catch(() => false);
    await refresh();
  }

  function onChange() {
    if (!asked && !room.persisted && source.unsentCount() > 0) void persist();
    // A write that failed is told at once.
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
