import type { Pool, PoolClient } from 'pg';

/**
 * Lets the connection fail once after a commit: the next transaction that changes this table is committed, but whoever
 * waits for it is told that the connection was lost.
 */
export function loseCommitOf(pool: Pool, table: string): void {
  const connect = pool.connect.bind(pool);
  let isLost = false;
  // Only transactions take a client by a promise; single statements use a callback.
  pool.connect = (async (...args: []) => {
    const client: PoolClient = await connect(...args);
    if (args.length > 0) return client;
    const query = client.query.bind(client);
    let changes = false;
    client.query = (async (...sent: [string | { text: string }]) => {
      const [statement] = sent;
      const text = typeof statement === 'string' ? statement : statement.text;
      changes ||= new RegExp(`^(insert into|update) "${table}"`).test(text);
      const answer: unknown = await query(...(sent as [string]));
      if (isLost || !changes || text !== 'commit') return answer;
      isLost = true;
      pool.connect = connect;
      throw new Error('Connection terminated unexpectedly');
    }) as typeof client.query;
    return client;
  }) as typeof pool.connect;
}
