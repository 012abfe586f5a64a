import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The command line of a process; null when it does not exist or is a zombie. */
function argumentsOf(pid: number): string[] | null {
  try {
    if (existsSync('/proc/self/cmdline')) {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line === '' ? null : line.split('\0');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ');
  } catch {
    return null;
  }
}

/** The process id in postmaster.pid, or null without the file, which a server removes when it ends. */
function namedProcess(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function isPostmasterOf(pid: number, folder: string): boolean {
  const parts = argumentsOf(pid);
  return parts !== null && parts.includes('-D') && parts.includes(folder);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}

async function endsWithin(pid: number, folder: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isPostmasterOf(pid, folder)) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/**
 * Stops the PostgreSQL that a killed application left running on `folder`, and removes a postmaster.pid with another
 * process's id, as after a reboot: PostgreSQL would take that process for a server and refuse to start. Call it only
 * with the data folder locked.
 */
export async function clearLeftovers(folder: string): Promise<'nothing' | 'stopped' | 'removed'> {
  const file = join(folder, 'postmaster.pid');
  const pid = namedProcess(file);
  if (pid === null) return 'nothing';
  if (!isPostmasterOf(pid, folder)) {
    // PostgreSQL itself handles the file of a dead process, and checks whether its children are still running.
    if (Number.isInteger(pid) && pid > 0 && argumentsOf(pid) === null) return 'nothing';
    rmSync(file, { force: true });
    return 'removed';
  }
  for (const [name, timeout] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 1000],
  ] as const) {
    signal(pid, name);
    if (await endsWithin(pid, folder, timeout)) return 'stopped';
  }
  throw new Error(`A PostgreSQL server (process ${pid}) is still running on ${folder} and cannot be stopped.`);
}
