import type { FastifyRequest } from 'fastify';

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Whether every text in a parsed body or query can be stored: PostgreSQL accepts neither NUL nor half of a surrogate
 * pair. Walks without recursion, because a hostile body may be nested deeper than the call stack.
 */
export function isStorable(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (next.includes('\0') || !next.isWellFormed()) return false;
    } else if (next !== null && typeof next === 'object') {
      for (const [key, item] of Object.entries(next)) open.push(key, item);
    }
  }
  return true;
}
