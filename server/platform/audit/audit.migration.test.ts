import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabaseBefore } from '#test/database-before.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { firstPreviousHash, plainHashOf } from './audit.rules.ts';
import { createAuditService } from './audit.service.ts';
import { createAuditWitness } from './audit.witness.ts';

const logger = createLogger({ level: 'silent' });

test('the chain of an earlier version is sealed at start and verifies, and is not sealed twice', async () => {
  const earlier = await createDatabaseBefore('audit_seal');
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const pool = new pg.Pool({ connectionString: earlier.url });
  try {
    let previous = firstPreviousHash;
    for (let seq = 1; seq <= 3; seq += 1) {
      const createdAt = new Date(Date.UTC(2026, 10, 20, 8, seq));
      const userId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
      const fields = { action: 'user.signed_in', entityType: 'user', entityId: userId, details: { role: 'property' } };
      previous = plainHashOf(previous, { seq, userId, ...fields, address: null, client: null, createdAt });
      await earlier.query(
        'insert into audit_logs (seq, user_id, action, entity_type, entity_id, details, hash, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [seq, userId, fields.action, fields.entityType, fields.entityId, fields.details, previous, createdAt],
      );
    }
    await earlier.migrate();
    const start = async (ownFolder: string) => {
      const audit = createAuditService({
        db: drizzle(pool),
        auditSecrets: ['wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA'],
        witness: createAuditWitness(ownFolder, logger),
        logger,
      });
      await audit.begin();
      return audit;
    };
    await start(await mkdtemp(join(folder, 'process-')));
    const audit = await start(await mkdtemp(join(folder, 'process-')));
    expect(await audit.verify()).toEqual({ ok: true, entries: 4, brokenAt: null });
    const [sealing] = (await audit.list({ limit: 1 })).rows;
    expect(sealing).toMatchObject({ action: 'audit_log.sealed', details: { entries: 3 } });
    // From here on an entry without a key is invalid.
    await earlier.query('alter table audit_logs disable trigger user');
    await earlier.query(`update audit_logs set action = 'user.signed_out' where seq = 2`);
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 2 });
  } finally {
    await pool.end();
    await earlier.close();
    await rm(folder, { recursive: true, force: true });
  }
});
