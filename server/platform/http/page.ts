import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cursorInvalid } from './http.errors.ts';

/** The rows of one page, and the cursor of the next one. */
export interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}

/**
 * The rows after a cursor, newest first. The cursor consists of the last row's time and id; both are compared as one
 * row value, so that an index on both is entered at the right place.
 */
export function afterCursor(cursor: string | undefined, time: SQLWrapper, id: SQLWrapper): SQL | undefined {
  if (!cursor) return undefined;
  const { cursorTime, cursorId } = cursorValues(cursor);
  return sql`(${time}, ${id}) < (${cursorTime}::timestamptz, ${cursorId}::uuid)`;
}

/** As afterCursor, for a statement that is built once and given the `cursorValues` of each call. */
export const afterGivenCursor = (time: SQLWrapper, id: SQLWrapper): SQL =>
  sql`(${time}, ${id}) < (${sql.placeholder('cursorTime')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`;

export function cursorValues(cursor: string): { cursorTime: string; cursorId: string } {
  const [at, key] = decodeCursor(cursor);
  return { cursorTime: at.toISOString(), cursorId: key };
}

/** Like afterCursor, for rows that are sorted by a rank before their time, highest first. */
export function afterRankedCursor(
  cursor: string | undefined,
  rank: SQLWrapper,
  time: SQLWrapper,
  id: SQLWrapper,
): SQL | undefined {
  if (!cursor) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, first, rest] = /^(\d{1,3})~(.*)$/.exec(text) ?? [];
  if (!first || !rest) throw cursorInvalid();
  const [at, key] = decodeCursor(Buffer.from(rest).toString('base64url'));
  return sql`(${rank}, ${time}, ${id}) < (${Number(first)}::int, ${at.toISOString()}::timestamptz, ${key}::uuid)`;
}

function decodeCursor(cursor: string): [Date, string] {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  // Up to 14 digits, because PostgreSQL can read every time of that size.
  const [, millis, key] = /^(\d{1,14})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (!millis || !key) throw cursorInvalid();
  return [new Date(Number(millis)), key];
}

/** Cuts rows that were read with `limit + 1` to a page. */
export function toPage<T>(
  rows: T[],
  limit: number,
  keyOf: (row: T) => { rank?: number; at: Date; id: string },
): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  if (rows.length <= limit || !last) return { rows: kept, nextCursor: null };
  const { rank, at, id } = keyOf(last);
  const parts = [...(rank === undefined ? [] : [rank]), at.getTime(), id];
  return { rows: kept, nextCursor: Buffer.from(parts.join('~')).toString('base64url') };
}

/** Announces the next page in a Link header (RFC 8288). */
export function linkNext(request: FastifyRequest, reply: FastifyReply, nextCursor: string | null): void {
  if (!nextCursor) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', nextCursor);
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}

// PostgreSQL has no year 0.
const dateCursor = z.tuple([z.iso.date().refine((date) => date >= '0001'), z.uuid()]);

/** The rows after a cursor that consists of a date and an id, earliest first. */
export function afterDateCursor(cursor: string | undefined, date: SQLWrapper, id: SQLWrapper): SQL | undefined {
  if (!cursor) return undefined;
  const read = dateCursor.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split('~'));
  if (!read.success) throw cursorInvalid();
  const [at, key] = read.data;
  return sql`(${date}, ${id}) > (${at}::date, ${key}::uuid)`;
}

/** Like toPage, for rows that are sorted by a date. */
export function toDatePage<T>(rows: T[], limit: number, keyOf: (row: T) => { date: string; id: string }): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  if (rows.length <= limit || !last) return { rows: kept, nextCursor: null };
  const { date, id } = keyOf(last);
  return { rows: kept, nextCursor: Buffer.from(`${date}~${id}`).toString('base64url') };
}
