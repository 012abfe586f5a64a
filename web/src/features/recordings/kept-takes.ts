import type { MultipartUpload } from '#web/lib/transfer/companion.ts';
import { readRows, writeRows } from '#web/lib/device-store.ts';

/** A recording on this device that the server does not have as a whole yet, and whose it is. */
export interface KeptTake {
  /** Also the recording's id. */
  id: string;
  userId: string;
  inspectionId: string;
  filename: string;
  contentType: string;
  startedAt: string;
  /** Null before the upload has begun. */
  upload: MultipartUpload | null;
  /** Recorded so far. */
  seconds: number;
}

/** What a second of the camera gave, and which part of the upload it belongs to. */
interface Piece {
  take: string;
  part: number;
  index: number;
  bytes: Blob;
}

/** Writes a recording down while it is made, so that a page that dies loses no more than its last second. */
export interface TakeKeeper {
  piece(part: number, bytes: Blob, seconds: number): void;
  begun(upload: MultipartUpload): void;
  /** The server has the part. */
  sent(part: number): void;
  /** The server has all of it, or nobody wants it. */
  forget(): void;
  /** Leaves it on the device, for whoever goes on with it. */
  release(): void;
}

const lockOf = (id: string) => `innspect.take.${id}`;
const piecesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);
const piecesOfPart = (id: string, part: number) => IDBKeyRange.bound([id, part], [id, part, []]);

/** Runs the work unless a page is still recording the take. */
export const ifAbandoned = (id: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });

export async function forgetTake(id: string): Promise<void> {
  await writeRows('takes', (store) => store.delete(id));
  await writeRows('pieces', (store) => store.delete(piecesOf(id)));
}

export const changeTake = (take: KeptTake): Promise<void> => writeRows('takes', (store) => store.put(take));

/** Undefined where the browser keeps nothing. */
export function keepTake(first: KeptTake): TakeKeeper | undefined {
  if (typeof indexedDB === 'undefined' || !('locks' in navigator)) return undefined;
  let take = first;
  let index = 0;
  /** The device has no room: nothing more is written until a part has left it. */
  let full = false;
  let over = false;
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  // Held for as long as this page lives: who finds it free knows that the page is gone.
  void navigator.locks.request(lockOf(take.id), () => end);
  // One after the other, so that nothing is deleted before it is written.
  let writing = Promise.resolve();
  const write = (work: () => Promise<void>) => {
    if (over) return;
    writing = writing.then(work).catch((error: unknown) => {
      full = true;
      console.warn('The recording could not be kept on this device', error);
    });
  };
  write(() => changeTake(first));
  return {
    piece(part, bytes, seconds) {
      const piece: Piece = { take: take.id, part, index: (index += 1), bytes };
      take = { ...take, seconds };
      const row = take;
      if (full) return;
      // Not forced onto the disk each second: a page that dies leaves what the browser has taken.
      write(() => writeRows('pieces', (store) => store.put(piece), 'relaxed'));
      write(() => writeRows('takes', (store) => store.put(row), 'relaxed'));
    },
    begun(upload) {
      take = { ...take, upload };
      const row = take;
      write(() => changeTake(row));
    },
    sent(part) {
      write(async () => {
        await writeRows('pieces', (store) => store.delete(piecesOfPart(take.id, part)), 'relaxed');
        full = false;
      });
    },
    forget() {
      write(() => forgetTake(take.id));
      over = true;
      void writing.then(release);
    },
    release() {
      over = true;
      void writing.then(release);
    },
  };
}

/** What a person's recordings left on this device, whether their page still lives or not. */
export async function keptTakes(userId: string): Promise<KeptTake[]> {
  if (typeof indexedDB === 'undefined' || !('locks' in navigator)) return [];
  try {
    return (await readRows<KeptTake>('takes')).filter((take) => take.userId === userId);
  } catch (error) {
    console.warn('What this device keeps could not be read', error);
    return [];
  }
}

/** The parts of a take that the device has, in their order. */
export async function keptParts(id: string): Promise<Map<number, Blob>> {
  const pieces = await readRows<Piece>('pieces', piecesOf(id));
  const parts = Map.groupBy(pieces, ({ part }) => part);
  return new Map([...parts].map(([part, own]) => [part, new Blob(own.map(({ bytes }) => bytes))]));
}
