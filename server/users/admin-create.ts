// npm run admin:create -- --username NAME --email ADDRESS [--first-name …] [--last-name …] [--remove-second-factor]
// Creates an Admin/QA account, or grants the right to an account that has the address and enables it. Prompts for the
// password, or reads it from standard input when that is not a terminal.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { registerSchema } from '#contract/users.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { createPasswords } from '#server/platform/auth/passwords.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { createAuditService, type AuditEntry } from '#server/platform/audit/audit.service.ts';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { reachDatabase } from '#server/platform/postgres/reach.ts';
import { isEasilyGuessed } from './passwords/passwords.rules.ts';
import { deletePasskeysOf } from './passkeys/passkeys.repository.ts';
import { deleteFactor, deleteRecoveryCodes } from './second-factor/second-factor.repository.ts';
import { passwordGuessedFirst } from './users.errors.ts';
import { findByEmail, insertUser, updateUser } from './users.repository.ts';

const { values } = parseArgs({
  options: {
    username: { type: 'string' },
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    // For an admin who has lost the authenticator app and the recovery codes, when there is no other admin.
    'remove-second-factor': { type: 'boolean' },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer.trim();
}

/** Prompts without echoing the input. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
  process.stdout.write('Password (at least 8 characters): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await lines.question('');
  lines.close();
  process.stdout.write('\n');
  return password;
}

async function create(url: string, config: Config): Promise<string> {
  const username = values.username ?? (await ask('Username: '));
  const email = values.email ?? (await ask('E-mail: '));
  await migrate(url);
  const logger = createLogger({ level: 'error' });
  const { db, close } = openDatabase(url, logger, { connections: 2 });
  const passwords = createPasswords();
  const audit = createAuditService({
    db,
    auditSecrets: config.auditSecrets,
    logger,
    witness: createAuditWitness(config.dataDir, logger),
  });
  try {
    await audit.begin();
    const existing = await findByEmail(db, email);
    if (existing) {
      // Another person may have registered with the address, so an unconfirmed account gets the right only if its
      // username is given.
      const named = existing.username.toLowerCase() === username.toLowerCase();
      if (existing.emailVerifiedAt === null && !named)
        throw new Error(`The account ${existing.username} has this address and has not confirmed it.`);
      const emailVerifiedAt = existing.emailVerifiedAt ?? new Date();
      await db.transaction(async (tx) => {
        await updateUser(tx, existing.id, { role: 'admin', adminGranted: true, emailVerifiedAt, disabledAt: null });
        const about = { entityType: 'user', entityId: existing.id } as const;
        const entries: AuditEntry[] = [{ action: 'user.admin_granted', ...about }];
        if (values['remove-second-factor'] && existing.secondFactorAt) {
          await deleteFactor(tx, existing.id);
          await deletePasskeysOf(tx, existing.id);
          await deleteRecoveryCodes(tx, existing.id);
          await updateUser(tx, existing.id, { secondFactorAt: null });
          entries.push({ action: 'user.second_factor_removed', ...about, details: { by: 'command' } });
        }
        await audit.append(tx, existing.id, entries);
      });
      return `${existing.username} is an Admin/QA account now.`;
    }
    const parsed = registerSchema.safeParse({
      username,
      email,
      role: 'admin',
      password: await askPassword(),
      firstName: values['first-name'],
      lastName: values['last-name'],
    });
    if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => issue.message).join('\n'));
    const { password, invitation: _none, ...fields } = parsed.data;
    if (isEasilyGuessed(password, fields)) throw passwordGuessedFirst();
    const hashed = await passwords.hash(password);
    await db.transaction(async (tx) => {
      const proven = { adminGranted: true, emailVerifiedAt: new Date() };
      const row = await insertUser(tx, { ...fields, ...proven, password: hashed });
      await audit.append(tx, row.id, [
        { action: 'user.registered', entityType: 'user', entityId: row.id, details: { role: 'admin', by: 'command' } },
      ]);
    });
    return `The Admin/QA account ${username} is created.`;
  } finally {
    await audit.close();
    await passwords.close();
    await close();
  }
}

try {
  const config = readConfig();
  const { url, done } = await reachDatabase(config, createLogger({ level: 'error' }));
  try {
    print(await create(url, config));
  } finally {
    await done();
  }
} catch (error) {
  const constraint =
    error instanceof Error && error.cause instanceof Error && 'constraint' in error.cause
      ? error.cause.constraint
      : null;
  if (constraint === 'users_username_unique') process.stderr.write('This username is taken.\n');
  else if (error instanceof ConfigError) process.stderr.write(`${error.faults.join('\n')}\n`);
  else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
