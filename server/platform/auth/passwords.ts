import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { tooManyPasswords } from './auth.errors.ts';
import type { PasswordTask } from './password-worker.ts';

export interface Passwords {
  /** PHC string of the password's Argon2id hash. Throws 503 when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits. With no stored hash (an unknown user) the same work is done against another hash, so that
   * the time of the answer does not tell whether the user exists. Throws 503 when too many wait.
   */
  fits(stored: string | null, password: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Of a random password that nobody has kept. */
const hashOfNobody =
  '$argon2id$v=19$m=65536,t=3,p=1$BdF/veaM6Epf29QkkbCCPQ$TRR4in55uDvIEriymB6dwkVZhD4ZyvN8OzPs5MUTPkM';
const filename = fileURLToPath(new URL('./password-worker.ts', import.meta.url));

/**
 * Hashes passwords in threads of their own, a core left to everybody else: on the threads that Node.js shares between
 * files and name look-ups, a flood of sign-ins would hold up pages and photos. What would wait long is refused.
 */
export function createPasswords(
  options: { threads?: number; waiting?: number; logger?: { warn(details: object, message: string): void } } = {},
): Passwords {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const maxQueue = options.waiting ?? 16 * threads;
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: threads, maxQueue, idleTimeout: 30_000 });

  async function run(task: PasswordTask): Promise<unknown> {
    if (pool.queueSize >= maxQueue) {
      options.logger?.warn({ waiting: pool.queueSize }, 'A password was refused: too many are waiting.');
      throw tooManyPasswords();
    }
    return pool.run(task);
  }
  return {
    hash: async (password) => String(await run({ password })),
    async fits(stored, password) {
      const fits = await run({ password, stored: stored ?? hashOfNobody });
      return stored !== null && fits === true;
    },
    close: () => pool.destroy(),
  };
}
