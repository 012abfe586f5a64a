import { withConnection } from '#server/platform/database/connection.ts';

/**
 * The application's role in the embedded database. It reads and writes rows, and owns only the tables of the queue,
 * which creates them itself. It cannot disable a trigger or remove an entry of the audit log, and can change an entry
 * only like the erasure of a user does.
 */
export const applicationRole = 'innspect_app';

/** Changes the owner of the queue's tables, functions and types, which an earlier version created as the superuser. */
const handOver = `DO $$
DECLARE item record;
BEGIN
  IF to_regnamespace('pgboss') IS NULL THEN RETURN; END IF;
  ALTER SCHEMA pgboss OWNER TO ${applicationRole};
  FOR item IN SELECT format('TABLE %s', oid::regclass) AS name FROM pg_class
      WHERE relnamespace = 'pgboss'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc WHERE pronamespace = 'pgboss'::regnamespace
    UNION ALL SELECT format('TYPE %s', oid::regtype) FROM pg_type
      WHERE typnamespace = 'pgboss'::regnamespace AND typtype = 'e'
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${applicationRole}', item.name);
  END LOOP;
END $$`;

/**
 * Creates the role of `url` if it is missing, and grants it what it needs in the migrated database of `ownerUrl`. Also
 * converts data folders of earlier versions, whose application was the superuser.
 */
export async function prepareApplicationRole({ ownerUrl, url }: { ownerUrl: string; url: string }): Promise<void> {
  await withConnection(ownerUrl, 'role', async (client) => {
    const password = client.escapeLiteral(decodeURIComponent(new URL(url).password));
    const database = client.escapeIdentifier(client.database ?? 'postgres');
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole]);
    await client.query('BEGIN');
    if (rowCount === 0) await client.query(`CREATE ROLE ${applicationRole}`);
    await client.query(
      `ALTER ROLE ${applicationRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
    );
    await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${database} TO ${applicationRole}`);
    for (const schema of ['public', 'drizzle']) {
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${applicationRole}`);
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${applicationRole}`);
    }
    await client.query(`GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${applicationRole}`);
    await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${applicationRole}`);
    await client.query(`REVOKE UPDATE, DELETE ON audit_logs FROM ${applicationRole}`);
    // The columns that sealing an entry and erasing a user change; a trigger refuses all other changes.
    const changed = 'seq, hash, key_id, details, address, client, salt, erasure';
    await client.query(`GRANT UPDATE (${changed}) ON audit_logs TO ${applicationRole}`);
    await client.query(`REVOKE DELETE ON audit_head FROM ${applicationRole}`);
    await client.query(handOver);
    await client.query('COMMIT');
  });
}
