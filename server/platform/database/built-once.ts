import type { Executor } from './types.ts';

/**
 * Keeps statements that were prepared on a connection pool, by a key that names their shape, because putting a statement
 * together takes longer than sending it. Inside of a transaction it is prepared each time.
 */
export function builtOnce<Statement>(
  build: (db: Executor, shape: string) => Statement,
): (db: Executor, shape?: string) => Statement {
  const byDatabase = new WeakMap<Executor, Map<string, Statement>>();
  return (db, shape = '') => {
    const statements = byDatabase.get(db) ?? new Map<string, Statement>();
    const existing = statements.get(shape);
    if (existing) return existing;
    const statement = build(db, shape);
    byDatabase.set(db, statements.set(shape, statement));
    return statement;
  };
}
