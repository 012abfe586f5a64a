/** PostgreSQL error codes for a conflict with a concurrent change: a stale status, a serialization failure, a deadlock. */
const conflictStates = new Set(['IN409', '40001', '40P01']);

function sqlState(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return null;
}

/** Whether PostgreSQL has aborted a change because of another one at the same moment. */
export const isConflict = (error: unknown): boolean => conflictStates.has(sqlState(error) ?? '');
