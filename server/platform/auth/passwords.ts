import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for Argon2id with room to spare: 64 MiB, three passes. */
const argon2id = 2; // The library's own enum cannot be imported without a compiler.
const options = { algorithm: argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
/** Each hash holds 64 MiB and a core while it runs. */
const atOnce = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** PHC string of the password's Argon2id hash. */
export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, options));

let unknownUser: Promise<string> | null = null;

/**
 * Whether the password fits. With no stored hash (an unknown user) the same work is done against another hash, so that
 * the time of the answer does not tell whether the user exists.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    unknownUser ??= hashPassword('no user has this password');
    const other = await unknownUser;
    await limited(() => verify(other, password));
    return false;
  }
  return limited(() => verify(stored, password));
}
