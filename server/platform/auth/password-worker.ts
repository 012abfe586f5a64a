import { hashSync, verifySync } from '@node-rs/argon2';

/** OWASP's parameters for Argon2id with room to spare: 64 MiB, three passes. */
const argon2id = 2; // The library's own enum cannot be imported without a compiler.
const options = { algorithm: argon2id, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

export type PasswordTask = { password: string; stored?: never } | { password: string; stored: string };

/** The hash of a password or, with a stored hash, whether the password matches it. */
export default function run({ password, stored }: PasswordTask): string | boolean {
  return stored === undefined ? hashSync(password, options) : verifySync(stored, password);
}
