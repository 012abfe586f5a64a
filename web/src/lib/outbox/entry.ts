import type { ClockReading } from '#web/lib/device-clock.ts';

/**
 * A change that this device keeps until the server has saved it: a photo, a recording, or any other registered kind,
 * such as a checklist answer or a note. It is stored on the device, so it must be plain data.
 */
export interface Entry<Payload = unknown> {
  /** A UUID made on this device. The server uses it as the record's id, so that sending twice creates one record. */
  readonly id: string;
  /** The name of the registered kind that sends it. */
  readonly kind: string;
  /** The id of the user who made the change. */
  readonly owner: string;
  /** The path of what the change belongs to, such as 'area-sessions/12'. Entries of one parent form a queue. */
  readonly parent: string;
  readonly payload: Payload;
  /**
   * Milliseconds since 1970 by the device's clock, but always later than the previous entry, because entries are
   * sorted by it.
   */
  readonly createdAt: number;
  /** Missing in entries of versions that did not store it. */
  readonly clock?: ClockReading;
  /** Ids of entries that must be saved before this one is sent, also after a reload. */
  readonly after?: readonly string[];
  /** The ids in `after` that were removed, or refused and forgotten. Only a person may then send this entry. */
  readonly missing?: readonly string[];
  /** Where a later attempt continues; only the entry's kind interprets it. */
  readonly checkpoint?: unknown;
  /** The message that says why the last attempt failed. */
  readonly failure?: string;
}

/**
 * ready ──▶ queued ──▶ preparing ──▶ sending ⇄ paused
 *             ▲                         └──▶ saving ──▶ saved
 *             └── failed ◀── any but ready and saved
 * `ready`: waits for a person to start it. `queued`: waits for its turn. `saving`: all bytes have left, and the server
 * makes the record.
 */
export type Stage = 'ready' | 'queued' | 'preparing' | 'sending' | 'paused' | 'saving' | 'saved' | 'failed';

/** An entry with its sending state, as the page shows it. */
export interface Item<Payload = unknown> {
  readonly entry: Entry<Payload>;
  /** Its files; empty when they were too large for the device to keep across a reload. */
  readonly files: readonly Blob[];
  readonly stage: Stage;
  /** Bytes of its files that have been sent. */
  readonly sentBytes: number;
  readonly error: string | null;
  /** It failed because of a lost connection or an ended session, not because of the change. */
  readonly interrupted: boolean;
  /** The server refused the change and would refuse it again. */
  readonly refused: boolean;
  /** Somebody else has changed the same record, so a person must compare both versions. */
  readonly conflict: boolean;
  /** It failed for a temporary reason and is retried automatically until it is saved. */
  readonly waiting: boolean;
  /** The device stores it with its files, so closing the page loses nothing. */
  readonly kept: boolean;
  /** It was loaded from the device, so another page may have it in its list as well. */
  readonly fromDevice: boolean;
  /** An earlier page left it, and it waits for a person to continue it. */
  readonly restored: boolean;
}

export const isRunning = ({ stage }: Pick<Item, 'stage'>): boolean =>
  stage === 'preparing' || stage === 'sending' || stage === 'saving';

/** Whether the server may have a change that is not saved here: an attempt, perhaps of an earlier page, had no answer. */
export const mayHaveArrived = ({ entry, interrupted, fromDevice, refused }: Item): boolean =>
  !refused && (interrupted || fromDevice || entry.failure !== undefined);

/** The ids in `after` that will never be saved. */
export const missingDependencies = ({ after = [], missing = [] }: Entry): string[] =>
  after.filter((id) => missing.includes(id));
