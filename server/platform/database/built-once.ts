import type { Executor } from './types.ts';

/** What sends a database's statements: its pool, or within a transaction the connection. */
const senderOf = (db: Executor): object | null =>
  (db as Executor & { _?: { session?: { client?: object } } })._?.session?.client ?? null;

/**
 * Keeps statements that were prepared on a pool or on one of its connections, by a key that names their shape, because
 * putting a statement together takes longer than sending it.
 */
export function builtOnce<Statement, Db extends Executor = Executor>(
  build: (db: Db, shape: string) => Statement,
): (db: Db, shape?: string) => Statement {
  const bySender = new WeakMap<object, Map<string, Statement>>();
  return (db, shape = '') => {
    const sender = senderOf(db) ?? db;
    const statements = bySender.get(sender) ?? new Map<string, Statement>();
    const existing = statements.get(shape);
    if (existing) return existing;
    const statement = build(db, shape);
    bySender.set(sender, statements.set(shape, statement));
    return statement;
  };
}
