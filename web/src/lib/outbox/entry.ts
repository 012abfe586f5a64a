/**
 * A change that this device keeps until the server has it: a photo, a recording, and whatever else is registered as a
 * kind. It is written to the device as it is, so it holds plain data.
 */
export interface Entry<Payload = unknown> {
  /** A uuid made on this device. The record on the server has the same one, so that sending twice makes one record. */
  readonly id: string;
  /** The name of the registered kind that sends it. */
  readonly kind: string;
  /** The id of the user who made the change. */
  readonly owner: string;
  /** What the change belongs to, for example 'area-sessions/12'. Entries of one thing form a queue. */
  readonly thing: string;
  readonly payload: Payload;
  /** Milliseconds since 1970, by the device's clock. */
  readonly createdAt: number;
  /** Where a later try goes on, as the kind left it. */
  readonly checkpoint?: unknown;
  /** Why the last try failed, in the words shown to a person. */
  readonly failure?: string;
}

/**
 * held ──▶ waiting ──▶ preparing ──▶ sending ⇄ paused
 *             ▲                         └──▶ saving ──▶ saved
 *             └── failed ◀── any but held and saved
 * An entry that waits for a person is held. `saving`: all bytes have left, and the server makes the record.
 */
export type Stage = 'held' | 'waiting' | 'preparing' | 'sending' | 'paused' | 'saving' | 'saved' | 'failed';

/** An entry on its way, as the page shows it. */
export interface Item<Payload = unknown> {
  readonly entry: Entry<Payload>;
  /** Its files; none where they were too large for the device to keep over a reload. */
  readonly files: readonly Blob[];
  readonly stage: Stage;
  /** Bytes of its files that have been sent. */
  readonly sentBytes: number;
  readonly error: string | null;
  /** It failed by a lost connection or an ended session, and goes on by itself. */
  readonly interrupted: boolean;
  /** The server refused it, and would do so again. */
  readonly refused: boolean;
  /** The device keeps it with its files, so that closing the page loses nothing. */
  readonly kept: boolean;
  /** It comes from an earlier page and waits for a person to go on with it. */
  readonly restored: boolean;
}

export const isRunning = ({ stage }: Item): boolean =>
  stage === 'preparing' || stage === 'sending' || stage === 'saving';
