import { t } from '#contract/language.ts';
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
  /** Saves on the device where a later attempt resumes. */
  checkpoint(value: unknown): void;
}

/** A field that differs between the server and this device, in words. */
export interface Difference {
  field: string;
  server: string;
  device: string;
}
export interface Comparison<Payload = unknown> {
  differences: Difference[];
  /** What is sent when a person chooses the version of this device. */
  payload: Payload;
}

/** How entries of one kind get to the server. A new kind of change is one such object. */
export interface Kind<Payload = unknown, Saved = unknown> {
  readonly name: string;
  /** The name of a change in the list of waiting changes: 'Photo', 'Answer: Pass'. */
  label?(payload: Payload): string;
  /** How many entries of one parent are sent at the same time. */
  readonly concurrency: number;
  /**
   * Entries of such kinds are sent in order per parent. Register these kinds before opening the outbox: what an earlier
   * page left is sent as soon as its kind is known.
   */
  readonly inOrder?: boolean;
  /** Changes that are added to its parent later are sent after it: it decides whether the server takes them. */
  leads?(payload: Payload): boolean;
  /** Entries wait for a person to start them, and after a reload to continue them. */
  readonly manual?: boolean;
  /** Files of more bytes are not kept on the device; all are when left out. */
  readonly maxStoredBytes?: number;
  /** `send` reads the files of an earlier page from the device itself: they are too large to load ahead. */
  readonly readsItsFiles?: boolean;
  /** `send` reads the payload late, so it may change until the stage `saving`; otherwise until sending begins. */
  readonly changesWhileSent?: boolean;
  /** It is large, so a person may have it wait for a connection that costs less. */
  waitsForWifi?(item: Item<Payload>): boolean;
  /** A refused entry is dropped from the device: after a reload it would be refused again. */
  readonly dropsRefused?: boolean;
  /**
   * Whether a newer entry replaces an older one of the same parent. An older one that is being sent is dropped only if
   * it fails.
   */
  replaces?(newer: Payload, older: Payload): boolean;
  /** True: saved entries stay listed until all entries of the parent are saved. */
  readonly clearsTogether?: boolean;

  /** Sends it and returns the record. It is called again after a failure. */
  send(attempt: Attempt<Payload>): Promise<Saved>;
  /** Whether the server refused it because somebody else has changed the same meanwhile. */
  isConflict?(error: unknown): boolean;
  /** Both versions, for a person to compare. */
  compare?(payload: Payload): Promise<Comparison<Payload>>;
  /** Why it failed, for a person. */
  problem(error: unknown): string;
  onSaved?(item: Item<Payload>, saved: Saved): void;
  /** Called when no entry of the parent is queued or being sent any more, with the saved records. */
  onBatchDone?(saved: readonly Saved[]): void;
  /** Called for the first of several failed tries that follow each other by themselves, and for a refusal. */
  onFailed?(item: Item<Payload>, error: unknown): void;
  /** A person removed it; `started` when it was being sent. What it left on the server is dropped here. */
  onRemoved?(item: Item<Payload>, started: boolean): void;
}

/** Another page of this device sends or has finished the entry, so this page drops it from its list. */
export class HandledByOtherPage extends Error {
  constructor() {
    super(t('Another page sends this, or has finished it'));
    this.name = 'HandledByOtherPage';
  }
}

/** An awaited entry was removed or refused, so a person decides whether this one is sent without it. */
export class MissingDependency extends Error {
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super(t('A change before this one was not saved'));
    this.name = 'MissingDependency';
    this.missing = missing;
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
