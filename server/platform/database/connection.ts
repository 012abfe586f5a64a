import pg from 'pg';

/**
 * A connection of its own, for work that needs a session or more time than the pool allows; `purpose` is its name in the
 * database's list of connections. End it when done.
 */
export async function openConnection(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `innspect ${purpose}`,
    connectionTimeoutMillis: 10_000,
  });
  // Without this listener a lost connection would crash the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Calls `work` with a connection of its own. */
export async function withConnection<T>(
  url: string,
  purpose: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(url, purpose);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether there is a table, named with its schema. */
export const hasTable = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [name])).rows[0]?.there === true;
