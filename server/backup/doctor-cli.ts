// npm run doctor
// Examines the installation, even while the server runs, and changes nothing. The exit code is 1 if it finds a problem.
import { readConfig } from '#server/config.ts';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { openMailer } from '#server/platform/mail/open-mailer.ts';
import { hasDatabase, reachDatabase } from '#server/platform/postgres/reach.ts';
import { openStoredFiles } from '#server/platform/storage/open-storage.ts';
import { print, runCommand } from './command.ts';
import { createDoctorService, type Check } from './doctor.service.ts';

const signs: Record<Check['state'], string> = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' };

await runCommand(async () => {
  const config = readConfig();
  const [files, { mailer }] = [await openStoredFiles(config), await openMailer(config)];
  const examine = async (database: Parameters<typeof createDoctorService>[0]['database']): Promise<void> => {
    const checks = await createDoctorService({ config, files, mailer, database }).examine();
    for (const { what, state, summary } of checks) print(`${signs[state]}  ${what}: ${summary}`);
    if (checks.some(({ state }) => state === 'fault')) process.exitCode = 1;
  };
  if (!hasDatabase(config)) return examine(null);
  const { url, done } = await reachDatabase(config, createLogger({ level: 'error' }));
  const logger = createLogger({ level: 'silent' });
  const { db, close } = openDatabase(url, logger, { connections: 2 });
  try {
    const witness = createAuditWitness(config.dataDir, logger);
    const audit = createAuditService({ db, auditSecrets: config.auditSecrets, witness, logger });
    await examine({ url, audit });
  } finally {
    await close();
    await done();
  }
});
