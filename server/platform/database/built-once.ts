import type { Executor } from './types.ts';

/** What sends a database's statements: its pool, or within a transaction the connection. */
const senderOf = (db: Executor): object | null =>
  (db as Executor & { _?: { session?: { client?: object } } })._?.session?.client ?? null;

/**
 * Keeps statements that were prepared on a pool or on one of its connections, by a key that names their shape, because
 * putting a statement together takes longer than sending it.
 */
export function builtOnce<Statement, Db extends Executor = Executor, Parts extends unknown[] = []>(
  build: (db: Db, shape: string, ...parts: Parts) => Statement,
): (db: Db, shape?: string, ...parts: Parts) => Statement {
  const bySender = new WeakMap<object, Map<string, Statement>>();
  return (db, shape = '', ...parts) => {
    const sender = senderOf(db) ?? db;
    const statements = bySender.get(sender) ?? new Map<string, Statement>();
    const existing = statements.get(shape);
    if (existing) return existing;
    const statement = build(db, shape, ...parts);
    bySender.set(sender, statements.set(shape, statement));
    return statement;
  };
}
