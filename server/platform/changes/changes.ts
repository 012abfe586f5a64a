import { sql } from 'drizzle-orm';
import type { AuditAction, AuditKind } from '#contract/audit.ts';
import type { ServerEvent } from '#contract/events.ts';
import type { AuditEntry, AuditService } from '#server/platform/audit/audit.service.ts';
import type { Database, Transaction } from '#server/platform/database/types.ts';
import { eventsChannel, type Audience, type Envelope } from '#server/platform/events/events.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { JobOptions, Queue } from '#server/platform/queue/queue.ts';

/** One state change: its writes, audit entries, jobs and events are committed together or not at all. */
export interface Change {
  readonly tx: Transaction;
  /** Who makes the change. */
  readonly userId: string;
  audit(action: AuditAction, entityType: AuditKind, entityId: string, details?: Record<string, unknown>): void;
  push(event: ServerEvent, to: Audience): void;
  enqueue<Payload extends object>(job: JobKind<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
}

export interface Changes {
  /** Runs `work` in one transaction for a person; its jobs and events are sent only if it commits. */
  run<T>(userId: string, work: (change: Change) => Promise<T>): Promise<T>;
  /** Enqueues a job that changes no state by itself. */
  enqueue<Payload extends object>(job: JobKind<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
}

export function createChanges(deps: { db: Database; queue: Queue; audit: AuditService }): Changes {
  return {
    run: (userId, work) =>
      deps.db.transaction(async (tx) => {
        const entries: AuditEntry[] = [];
        const envelopes: Envelope[] = [];
        const result = await work({
          tx,
          userId,
          audit: (action, entityType, entityId, details) => entries.push({ action, entityType, entityId, details }),
          push: (event, to) => envelopes.push({ to, event }),
          enqueue: (job, payload, options) => deps.queue.send(tx, job, payload, options),
        });
        for (const envelope of envelopes) {
          await tx.execute(sql`select pg_notify(${eventsChannel}, ${JSON.stringify(envelope)})`);
        }
        // Last, because every other change waits for the chain from here to the commit.
        await deps.audit.append(tx, userId, entries);
        return result;
      }),
    enqueue: (job, payload, options) => deps.queue.send(null, job, payload, options),
  };
}
