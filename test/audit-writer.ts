/**
 * Commits an entry of the audit log, says so, and lives until it is killed. The caller holds the lock of the chain, so
 * that the entry waits for its seal.
 */
import { openDatabase } from '#server/platform/database/database.ts';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { createLogger } from '#server/platform/logger/logger.ts';

const [url = '', folder = '', secret = '', person = ''] = process.argv.slice(2);
const logger = createLogger({ level: 'error' });
const { db } = openDatabase(url, logger, { connections: 2 });
const audit = createAuditService({ db, auditSecrets: [secret], witness: createAuditWitness(folder, logger), logger });
const written = await db.transaction((tx) =>
  audit.append(tx, person, [{ action: 'user.signed_in', entityType: 'user', entityId: person }]),
);
audit.committed(written);
process.stdout.write('committed\n');
setInterval(() => undefined, 60_000);
