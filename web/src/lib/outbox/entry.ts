/**
 * A change that this device keeps until the server has answered it: a photo, a recording, or any other registered kind,
 * such as a checklist answer or a note. It is written to the device as it is, so it holds plain data.
 */
export interface Entry<Payload = unknown> {
  /** A uuid made on this device. The record on the server has the same one, so that sending twice makes one record. */
  readonly id: string;
  /** The name of the registered kind that sends it. */
  readonly kind: string;
  /** The id of the user who made the change. */
  readonly owner: string;
  /** The path of what the change belongs to, such as 'area-sessions/12'. Entries of one parent form a queue. */
  readonly parent: string;
  readonly payload: Payload;
  /** Milliseconds since 1970 by the device's clock, and always later than the entry before: entries are sorted by it. */
  readonly createdAt: number;
  /** Ids of entries that have to be saved before this one is sent: it waits for them, also after a reload. */
  readonly after?: readonly string[];
  /** Those of `after` that were removed, or refused and forgotten: only a person may still send this one. */
  readonly missing?: readonly string[];
  /** Where a later try continues, as the kind left it. */
  readonly checkpoint?: unknown;
  /** Why the last try failed, in the words shown to a person. */
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

/** An entry on its way, as the page shows it. */
export interface Item<Payload = unknown> {
  readonly entry: Entry<Payload>;
  /** Its files; none where they were too large for the device to keep over a reload. */
  readonly files: readonly Blob[];
  readonly stage: Stage;
  /** Bytes of its files that have been sent. */
  readonly sentBytes: number;
  readonly error: string | null;
  /** It failed because of a lost connection or an ended session, not because of the change. */
  readonly interrupted: boolean;
  /** The server refused the change, and would do so again. */
  readonly refused: boolean;
  /** Somebody else has changed the same meanwhile: a person compares both versions. */
  readonly conflict: boolean;
  /** It has failed for a reason that passes, and is sent again by itself until it is saved. */
  readonly waiting: boolean;
  /** The device keeps it with its files, so that closing the page loses nothing. */
  readonly kept: boolean;
  /** It was loaded from the device, so another page may have it in its list as well. */
  readonly fromDevice: boolean;
  /** It comes from an earlier page and waits for a person to continue it. */
  readonly restored: boolean;
}

export const isRunning = ({ stage }: Pick<Item, 'stage'>): boolean =>
  stage === 'preparing' || stage === 'sending' || stage === 'saving';

/** The awaited entries that will never be saved. */
export const missingDependencies = ({ after = [], missing = [] }: Entry): string[] =>
  after.filter((id) => missing.includes(id));
