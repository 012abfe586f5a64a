import { sql, type SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { AuditAction, AuditKind } from '#contract/audit.ts';
import type { ServerEvent } from '#contract/events.ts';
import type { WebhookData, WebhookEvent } from '#contract/webhooks.ts';
import type { AuditEntry, AuditService } from '#server/platform/audit/audit.service.ts';
import { sendTogether, type Part, type Write } from '#server/platform/database/one-statement.ts';
import type { Database, Executor, Transaction } from '#server/platform/database/types.ts';
import { eventsChannel, type Audience, type Envelope } from '#server/platform/events/events.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { JobOptions, Queue } from '#server/platform/queue/queue.ts';
import { changeIdInUse } from './changes.errors.ts';
import { eventPublished } from './changes.jobs.ts';
import * as repository from './changes.repository.ts';

/** One state change: its writes, audit entries, jobs and events are committed together or not at all. */
export interface Change {
  readonly tx: Transaction;
  /** The user who makes the change. */
  readonly userId: string;
  audit(action: AuditAction, entityType: AuditKind, entityId: string, details?: Record<string, unknown>): void;
  push(event: ServerEvent, to: Audience): void;
  /** Sends writes in one statement with the audit entries; only for what the change neither reads nor writes afterwards. */
  writeLast(...writes: Write[]): void;
  enqueue<Payload extends object>(job: JobKind<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
  /** Publishes an event for other systems (server/webhooks). */
  publish<Event extends WebhookEvent>(event: Event, subjectId: string, data: WebhookData[Event]): Promise<void>;
}

/** A change that a device may send again because it did not receive the answer. */
export interface RepeatableChange<T> {
  /** Chosen by the device; a change without an id is made as often as it is sent. */
  id: string | undefined;
  /**
   * The id of the record that it changes. When it equals `id`, the client merely sent the record back, and the change
   * is not repeatable.
   */
  target: string;
  /** The content of the change; other content under a used id is refused with 409. */
  content: unknown;
  /** Computes the answer to a repeated change. */
  answerAgain: (db: Executor) => Promise<T>;
}

export interface Changes {
  /** Runs `work` in one transaction on behalf of a user; its jobs and events are sent only if it commits. */
  run<T>(userId: string, work: (change: Change) => Promise<T>): Promise<T>;
  /**
   * The same, but only once per id that a device gave the change. State checks belong in `work`: when it is refused, or
   * undone because its id is taken, and it was made before, it is answered again.
   */
  runOnce<T>(userId: string, repeatable: RepeatableChange<T>, work: (change: Change) => Promise<T>): Promise<T>;
  /** Enqueues a job outside of a state change. */
  enqueue<Payload extends object>(job: JobKind<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
}

/** The expression that notifies all processes of the events at the commit. */
const notifying = (envelopes: readonly Envelope[]): Part<SQL> => ({
  shape: 'notify',
  build: (_tx, placeOf) =>
    sql`(select count(pg_notify(${eventsChannel}, envelope)) from jsonb_array_elements_text(${placeOf('sent')}::jsonb) as envelope)`,
  values: { sent: JSON.stringify(envelopes.map((envelope) => JSON.stringify(envelope))) },
});

export function createChanges(deps: { db: Database; queue: Queue; audit: AuditService }): Changes {
  async function make<T>(
    userId: string,
    work: (change: Change) => Promise<T>,
    applied: repository.AppliedChange | null,
  ): Promise<T> {
    const { result, written } = await deps.db.transaction(async (tx) => {
      const entries: AuditEntry[] = [];
      const envelopes: Envelope[] = [];
      const writes: Write[] = applied ? [repository.insertApplied(applied)] : [];
      const result = await work({
        tx,
        userId,
        audit: (action, entityType, entityId, details) => entries.push({ action, entityType, entityId, details }),
        push: (event, to) => envelopes.push({ to, event }),
        writeLast: (...last) => writes.push(...last),
        enqueue: (job, payload, options) => deps.queue.send(tx, job, payload, options),
        publish: async (type, subjectId, data) => {
          const event = await repository.insertEvent(tx, { type, subjectId, data });
          if (event) await deps.queue.send(tx, eventPublished, { eventId: event.id });
        },
      });
      const evaluated = envelopes.length > 0 ? notifying(envelopes) : undefined;
      if (entries.length === 0 && (evaluated || writes.length > 0)) await sendTogether(tx, writes, evaluated);
      // Written last, so that the entries of a change follow those of every change that it has seen.
      return { result, written: await deps.audit.append(tx, userId, entries, { writes, evaluated }) };
    });
    deps.audit.committed(written);
    return result;
  }

  return {
    run: (userId, work) => make(userId, work, null),
    async runOnce(userId, { id, target, content, answerAgain }, work) {
      if (id === undefined || id === target) return make(userId, work, null);
      const contentHash = createHash('sha256')
        .update(JSON.stringify([target, content]))
        .digest('hex');
      try {
        return await make(userId, work, { userId, id, contentHash });
      } catch (error) {
        const earlier = await repository.findContentHash(deps.db, userId, id);
        if (earlier === null) throw error;
        if (earlier !== contentHash) throw changeIdInUse();
        return answerAgain(deps.db);
      }
    },
    enqueue: (job, payload, options) => deps.queue.send(null, job, payload, options),
  };
}
