import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppConfig } from '#contract/app-config.ts';
import type { Config } from '#server/config.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import { randomToken } from '#server/platform/auth/tokens.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { EventHub } from '#server/platform/events/hub.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/queue.ts';
import { actsAsAdmin } from '#server/users/users.rules.ts';
import type { UsersService } from '#server/users/users.service.ts';
import type { SessionsService } from '#server/users/sessions.service.ts';
import { users } from '#server/schema/users.tables.ts';
import { sampleAccounts } from './sample.content.ts';
import { createLoader, type Actors, type LoaderDeps } from './sample.loader.ts';
import type { DrawPictures } from './sample.pictures.ts';
import { appState } from '#server/schema/sample.tables.ts';

export interface SampleService {
  state(): AppConfig['sampleData'];
  /**
   * On an empty database creates the accounts and queues the rest; answers at once. In production mode it locks accounts
   * that an earlier evaluation of the same database left with the passwords that everybody knows.
   */
  begin(): Promise<void>;
  jobs: JobDefinition<object>[];
}

const progressSchema = z.object({ state: z.enum(['off', 'loading', 'ready', 'failed']), percent: z.number() });
type Progress = z.infer<typeof progressSchema>;

const empty = z.object({});
const loadSample: JobKind<object> = { name: 'load-sample-data', payload: empty };
const stateKey = 'sample_data';
/** Shares of the bar: cases, then pictures, then decisions and the plan. */
const shares = { prepared: 10, pictures: 92 } as const;

export function createSample(
  deps: LoaderDeps & {
    config: Config;
    changes: Changes;
    sessions: SessionsService;
    passwords: Passwords;
    users: UsersService;
    events: EventHub;
    logger: Logger;
    drawPictures: DrawPictures;
  },
): SampleService {
  const { db, config, changes, sessions, passwords, users: accounts } = deps;
  let progress: Progress = { state: 'off', percent: 0 };
  deps.events.subscribe(({ event }) => {
    if (event.type === 'sample_progress') progress = event.payload;
  });

  async function report(adminId: string, next: Progress): Promise<void> {
    await changes.run(adminId, async (change) => {
      const row = { key: stateKey, value: next, updatedAt: new Date() };
      await change.tx.insert(appState).values(row).onConflictDoUpdate({ target: appState.key, set: row });
      change.push({ type: 'sample_progress', payload: next }, { users: [], everybody: true });
    });
    progress = next;
  }

  /** Acts as the sample people do, each with a session that ends with the work. */
  async function withActors(work: (actors: Actors) => Promise<void>): Promise<void> {
    const opened: Actor[] = [];
    try {
      const rows = await db
        .select()
        .from(users)
        .where(
          inArray(
            users.username,
            sampleAccounts.map((account) => account.username),
          ),
        );
      const actorOf = async (username: string): Promise<Actor> => {
        const user = rows.find((row) => row.username === username);
        if (!user) throw new Error(`The sample account ${username} is gone`);
        const { session } = await sessions.open(db, user.id, false);
        // A person may have switched the account's view meanwhile; the sample's admin still acts as one.
        const account = sampleAccounts.find((item) => item.username === username);
        const acting = { ...user, role: account?.role ?? user.role };
        const actor = { id: user.id, user: acting, session, isAdmin: actsAsAdmin(config.mode, acting) };
        opened.push(actor);
        return actor;
      };
      await work({ admin: await actorOf('admin'), owner: await actorOf('owner'), second: await actorOf('owner2') });
    } finally {
      for (const actor of opened) await sessions.close(db, actor.session.id);
    }
  }

  const loader = createLoader(deps);
  const load: JobDefinition<object> = {
    ...loadSample,
    // Each stop of the server while it loads takes a try.
    retryLimit: 20,
    retryDelaySeconds: 1,
    timeoutSeconds: 900,
    async run(_payload, { signal, stopping }) {
      // An evaluation that was stopped half way is not gone on with in production.
      if (config.mode === 'production') return;
      const folder = await mkdtemp(join(tmpdir(), 'innspect-sample-'));
      try {
        await withActors(async (actors) => {
          await loader.prepare(actors);
          await report(actors.admin.id, { state: 'loading', percent: shares.prepared });
          let done = 0;
          await deps.drawPictures(folder, AbortSignal.any([signal, stopping]), async (picture) => {
            await loader.place(actors, picture);
            done += 1;
            const percent = Math.round(shares.prepared + ((shares.pictures - shares.prepared) * done) / picture.of);
            await report(actors.admin.id, { state: 'loading', percent });
          });
          await loader.addCertificate(actors);
          await loader.finish(actors);
          await loader.sendBack(actors);
          await report(actors.admin.id, { state: 'ready', percent: 100 });
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async gaveUp() {
      const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.username, 'admin'));
      if (admin) await report(admin.id, { state: 'failed', percent: progress.percent });
    },
  };

  async function createAccounts(): Promise<void> {
    const rows = await Promise.all(
      sampleAccounts.map(async ({ key: _key, ...account }) => ({
        ...account,
        id: crypto.randomUUID(),
        password: await passwords.hash(account.password),
      })),
    );
    const admin = rows.find((row) => row.role === 'admin');
    if (!admin) return;
    await changes.run(admin.id, async (change) => {
      if (!(await accounts.addFirst(change, rows))) return;
      for (const row of rows) change.audit('user.registered', 'user', row.id, { role: row.role, sample: true });
      await change.tx.insert(appState).values({ key: stateKey, value: { state: 'loading', percent: 0 } });
      await change.enqueue(loadSample, {});
    });
  }

  async function lockAccounts(): Promise<void> {
    const [loaded] = await db.select().from(appState).where(eq(appState.key, stateKey));
    if (!loaded) return;
    for (const { username, password } of sampleAccounts) {
      const [user] = await db.select().from(users).where(eq(users.username, username));
      if (!user || !(await passwords.fits(user.password, password))) continue;
      const unknown = await passwords.hash(randomToken());
      await changes.run(user.id, async (change) => {
        await accounts.replacePassword(change, user.id, unknown);
        change.audit('user.locked', 'user', user.id, { sample: true });
      });
      deps.logger.warn(
        { username },
        'A sample account still had its published password; nobody can sign in with it now.',
      );
    }
  }

  return {
    state: () => ({
      ...progress,
      accounts:
        progress.state === 'off'
          ? []
          : sampleAccounts.map(({ role, username, password, firstName, lastName }) => ({
              role,
              username,
              password,
              name: `${firstName} ${lastName}`,
            })),
    }),
    async begin() {
      if (config.mode === 'production') return lockAccounts();
      if (!config.sampleData) return;
      const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
      if (!anybody) await createAccounts();
      const [kept] = await db.select().from(appState).where(eq(appState.key, stateKey));
      if (kept) progress = progressSchema.parse(kept.value);
    },
    jobs: [load],
  };
}
