import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { tooManyPasswords } from './auth.errors.ts';
import type { PasswordCost, PasswordTask } from './password-worker.ts';

export interface Passwords {
  /** The password's Argon2id hash as a PHC string. Throws 503 when too many requests wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches. Without a stored hash (an unknown user) the same work is done against a decoy, so
   * that the response time does not reveal whether the user exists. Throws 503 when too many requests wait.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The hash of a random password that nobody knows. */
const decoyHash = '$argon2id$v=19$m=65536,t=3,p=1$BdF/veaM6Epf29QkkbCCPQ$TRR4in55uDvIEriymB6dwkVZhD4ZyvN8OzPs5MUTPkM';
const filename = fileURLToPath(new URL('./password-worker.ts', import.meta.url));

/**
 * Hashes passwords in its own threads and leaves one core free: on the thread pool that Node.js uses for files and DNS,
 * a flood of sign-ins would delay pages and photos. Requests that would wait too long are refused.
 */
export function createPasswords(
  options: {
    threads?: number;
    waiting?: number;
    /** Cheaper than OWASP's parameters, for tests that create hundreds of accounts. */
    cost?: PasswordCost;
    logger?: { warn(details: object, message: string): void };
  } = {},
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
    hash: async (password) => String(await run({ password, cost: options.cost })),
    async verify(stored, password) {
      const isRight = await run({ password, stored: stored ?? decoyHash });
      return stored !== null && isRight === true;
    },
    close: () => pool.destroy(),
  };
}
