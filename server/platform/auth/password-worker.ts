import { hashSync, verifySync } from '@node-rs/argon2';

/** Stronger than OWASP's parameters for Argon2id: 64 MiB, three passes. */
const argon2id = 2; // The library's own enum cannot be imported without a compiler.
const options = { algorithm: argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** The memory in KiB, and the number of passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}
export type PasswordTask = { password: string; cost?: PasswordCost | undefined } | { password: string; stored: string };

/** Returns the hash of a password or, given a stored hash, whether the password matches it. */
export default function run(task: PasswordTask): string | boolean {
  if ('stored' in task) return verifySync(task.stored, task.password);
  return hashSync(task.password, { ...options, ...task.cost });
}
