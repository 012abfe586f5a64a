import { t } from '#contract/language.ts';
import type { RequestOptions } from '#web/lib/api.ts';
import { ApiError, hasStatus, NoConnection, StorageError } from '#web/lib/api-error.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';

/** One attempt to send an entry. */
export interface Attempt<Payload> {
  /** The current entry. Its payload may change while it is sent, if its kind allows that. */
  entry(): Entry<Payload>;
  readonly files: readonly Blob[];
  /** Aborted when the entry is paused or removed. */
  readonly signal: AbortSignal;
  /** The options of the request that makes the change. */
  readonly request: RequestOptions;
  enter(stage: 'preparing' | 'sending' | 'saving'): void;
  progress(sentBytes: number): void;
  /** Stores on the device where a later attempt continues. */
  checkpoint(value: unknown): void;
}

/** A field that differs between the server and this device, as text for a person. */
export interface Difference {
  field: string;
  server: string;
  device: string;
}
export interface Comparison<Payload = unknown> {
  differences: Difference[];
  /** The payload to send when a person chooses this device's version. */
  payload: Payload;
}

/** How entries of one kind are sent to the server. Each new kind of change implements this. */
export interface Kind<Payload = unknown, Saved = unknown> {
  readonly name: string;
  /** The change's name in the list of waiting changes: 'Photo', 'Answer: Pass'. */
  label?(payload: Payload): string;
  /** How many entries of one parent are sent at once. */
  readonly concurrency: number;
  /**
   * Entries of these kinds are sent in order within their parent. Register such kinds before opening the outbox,
   * because entries of earlier pages are sent as soon as their kind is registered.
   */
  readonly inOrder?: boolean;
  /**
   * Changes that are added to the parent later are sent after this one, because it decides whether the server accepts
   * them.
   */
  leads?(payload: Payload): boolean;
  /** A person has to start each entry, and after a reload to continue it. */
  readonly manual?: boolean;
  /** Larger files are not stored on the device; there is no limit by default. */
  readonly maxStoredBytes?: number;
  /** `send` reads the files of earlier pages from the device itself, because they are too large to load in advance. */
  readonly readsItsFiles?: boolean;
  /** `send` reads the payload last, so it may change until the stage `saving` instead of only until sending begins. */
  readonly changesWhileSent?: boolean;
  /** Whether the entry is large enough that a person may have it wait for a cheaper connection. */
  waitsForWifi?(item: Item<Payload>): boolean;
  /** A refused entry is deleted from the device, because it would only be refused again after a reload. */
  readonly dropsRefused?: boolean;
  /**
   * Whether a newer entry replaces an older one of the same parent. An older entry that is being sent is dropped only
   * if it fails.
   */
  replaces?(newer: Payload, older: Payload): boolean;
  /** Saved entries stay listed until all entries of the parent are saved. */
  readonly clearsTogether?: boolean;

  /** Sends the entry and returns the saved record. Called again after a failure. */
  send(attempt: Attempt<Payload>): Promise<Saved>;
  /** Whether the server refused the entry because somebody else has changed the same record. */
  isConflict?(error: unknown): boolean;
  /** Both versions of the record, for a person to compare. */
  compare?(payload: Payload): Promise<Comparison<Payload>>;
  /** The message that tells a person why it failed. */
  problem(error: unknown): string;
  /** Applies the saved record to the data on the device. Only then the entry is deleted. */
  store?(payload: Payload, saved: Saved): Promise<void>;
  onSaved?(item: Item<Payload>, saved: Saved): void;
  /** Called with the saved records when no entry of the parent is queued or being sent any more. */
  onBatchDone?(saved: readonly Saved[]): void;
  /** Called for a refusal, and for the first of several failed automatic retries. */
  onFailed?(item: Item<Payload>, error: unknown): void;
  /**
   * Called when a person removed the entry, to delete what is left of it on the server; `started` when it was being
   * sent.
   */
  onRemoved?(item: Item<Payload>, started: boolean): void;
}

/** Another page on this device sends or has finished the entry, so this page drops it from its list. */
export class HandledByOtherPage extends Error {
  constructor() {
    super(t('Another tab is sending this or has finished it'));
    this.name = 'HandledByOtherPage';
  }
}

/** An awaited entry was removed or refused, so a person must decide whether to send this one without it. */
export class MissingDependency extends Error {
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super(t('A change before this one was not saved'));
    this.name = 'MissingDependency';
    this.missing = missing;
  }
}

/** Whether the server refused the change itself and would refuse it again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !(error instanceof StorageError) &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

/** Whether the connection broke or the session ended, so that nothing is wrong with the change itself. */
export const isInterruption = (error: unknown): boolean => error instanceof NoConnection || hasStatus(error, 401);
