import { ConfigError } from '#server/config.ts';
import { BackupUnusable } from './archive.ts';

/** Runs a command. Errors are written to standard error as readable messages, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const sentences =
      error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
    process.stderr.write(`${sentences.join('\n')}\n`);
    if (!(error instanceof ConfigError || error instanceof BackupUnusable) && error instanceof Error && error.cause) {
      process.stderr.write(`${error.cause instanceof Error ? error.cause.message : JSON.stringify(error.cause)}\n`);
    }
    process.exitCode = 1;
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The single file argument of a command. */
export function fileArgument(name: string): string {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error(`Name one file: npm run ${name} -- FILE`);
  return file;
}
