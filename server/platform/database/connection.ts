import pg from 'pg';

/**
 * Opens a separate connection, for work that needs a session or more time than the pool allows. `purpose` is its name
 * in the database's list of connections. The caller must end it.
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

/** Calls `work` with a separate connection and closes it afterwards. */
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

/** Whether a table exists; `name` includes its schema. */
export const hasTable = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [name])).rows[0]?.there === true;
