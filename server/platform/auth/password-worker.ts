import { hashSync, verifySync } from '@node-rs/argon2';

/** OWASP's parameters for Argon2id with room to spare: 64 MiB, three passes. */
const argon2id = 2; // The library's own enum cannot be imported without a compiler.
const options = { algorithm: argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** KiB of memory, and passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}
export type PasswordTask = { password: string; cost?: PasswordCost | undefined } | { password: string; stored: string };

/** The hash of a password or, with a stored hash, whether the password matches it. */
export default function run(task: PasswordTask): string | boolean {
  if ('stored' in task) return verifySync(task.stored, task.password);
  return hashSync(task.password, { ...options, ...task.cost });
}
