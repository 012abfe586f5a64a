import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * A statement is named once it was sent this often, because naming a rare one would only use memory in every
 * connection.
 */
const minSent = 10;
/** Limited, because each connection stores its own plan for every name. */
const maxNames = 150;

/** Names reading statements that are sent often, so that PostgreSQL parses and plans them once per connection. */
export function createStatementNames(): (text: string) => string | undefined {
  const sent = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name || names.size >= maxNames || !/^\s*(select|with)\s/i.test(text)) return name;
    const count = (sent.get(text) ?? 0) + 1;
    if (count < minSent) {
      // Some texts vary endlessly, such as those with lists of ids, so start counting again at a limit.
      if (sent.size >= 10 * maxNames) sent.clear();
      sent.set(text, count);
      return undefined;
    }
    sent.delete(text);
    names.set(text, `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`);
    return names.get(text);
  };
}

/** Makes a pool's connections send statements under their names. */
export function nameStatements(pool: pg.Pool): void {
  const nameOf = createStatementNames();
  pool.on('connect', (client) => {
    const send = client.query.bind(client);
    const query = (statement: unknown, ...rest: unknown[]): unknown => {
      const isPlain =
        statement !== null && typeof statement === 'object' && 'text' in statement && !('submit' in statement);
      const name =
        isPlain && typeof statement.text === 'string' && !('name' in statement && statement.name)
          ? nameOf(statement.text)
          : undefined;
      return Reflect.apply(send, client, [name ? { ...(statement as object), name } : statement, ...rest]);
    };
    Object.assign(client, { query });
  });
}
