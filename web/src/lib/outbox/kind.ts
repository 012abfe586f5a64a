import { ApiError, hasStatus, NoConnection, StorageError } from '#web/lib/api-error.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';

/** One try to send an entry. */
export interface Attempt<Payload> {
  /** As it is now: its payload may change while it is sent, if its kind allows that. */
  entry(): Entry<Payload>;
  readonly files: readonly Blob[];
  /** Aborted when the entry is paused or removed. */
  readonly signal: AbortSignal;
  enter(stage: 'preparing' | 'sending' | 'saving'): void;
  progress(sentBytes: number): void;
  /** Keeps on the device where a later try continues. */
  checkpoint(value: unknown): void;
}

/** How entries of one kind get to the server. A new kind of change is one such object. */
export interface Kind<Payload = unknown, Saved = unknown> {
  readonly name: string;
  /** How many of one thing are sent at the same time. */
  readonly atOnce: number;
  /**
   * Each waits until all earlier ones of its thing whose kind is in order are saved. Register such kinds together, before
   * the outbox is opened: what an earlier page left is sent as soon as its kind is known.
   */
  readonly inOrder?: boolean;
  /** Entries wait for a person to start them, and after a reload to continue them. */
  readonly manual?: boolean;
  /** Files of more bytes are not kept on the device; all are when left out. */
  readonly keptBytes?: number;
  /** `send` reads the files of an earlier page from the device itself: they are too large to load ahead. */
  readonly readsItsFiles?: boolean;
  /** `send` reads the payload only after it has entered `saving`; of other kinds it cannot change once sending has begun. */
  readonly changesWhileSent?: boolean;
  /** What the server refuses is not kept on the device: after a reload it would be refused again. */
  readonly forgetsRefused?: boolean;
  /** Saved entries leave the list together, once all of the thing are saved; otherwise while others have failed, too. */
  readonly clearsTogether?: boolean;

  /** Sends it, and answers the record. It is called again after a failure. */
  send(attempt: Attempt<Payload>): Promise<Saved>;
  /** Why it failed, for a person. */
  problem(error: unknown): string;
  onSaved?(item: Item<Payload>, saved: Saved): void;
  /** No entry of the thing is queued or being sent any more, and these were saved. */
  onBatchDone?(saved: readonly Saved[]): void;
  /** Called for the first of several failed tries that follow each other by themselves. */
  onFailed?(item: Item<Payload>, error: unknown): void;
  /** A person removed it; `started` when it was being sent. What it left on the server is dropped here. */
  onRemoved?(item: Item<Payload>, started: boolean): void;
}

/** Another page of this device sends the entry, or has finished it: this page drops it from its list. */
export class LeftToAnotherPage extends Error {
  constructor() {
    super('Another page sends this, or has finished it');
    this.name = 'LeftToAnotherPage';
  }
}

/** Whether the server has refused the change itself, and would do so again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !(error instanceof StorageError) &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

/** Whether the connection broke or the session ended: nothing is wrong with the change. */
export const isInterruption = (error: unknown): boolean => error instanceof NoConnection || hasStatus(error, 401);
