import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's own number for a file system in memory. */
const tmpfs = 0x01021994;
/** The tests keep less than half of it at a time: a second installation of the packages, databases and their clones. */
const roomNeeded = 6 * 1024 ** 3;
const folderName = /^innspect-tests-(\d+)$/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else may not be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what runs that were killed have left: it would occupy memory until the machine starts again. */
function removeLeftovers(memory: string): void {
  for (const name of readdirSync(memory)) {
    const pid = folderName.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** The tests install and start the product in their folders, which some machines forbid in memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/**
 * A new folder in memory for the temporary files of a run, or null where there is too little memory for it. The tests create and delete
 * a thousand files for each database, and a disk takes longer for each file the more were deleted in the last minutes.
 */
export function createMemoryFolder(memory = '/dev/shm', room = roomNeeded): string | null {
  const folder = join(memory, `innspect-tests-${process.pid}`);
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    if (type !== tmpfs) return null;
    removeLeftovers(memory);
    if (Math.min(bavail * bsize, process.availableMemory()) < room) return null;
    mkdirSync(folder);
    // Like /tmp: the embedded PostgreSQL runs as another user where the tests run as root.
    chmodSync(folder, 0o1777);
    if (runsPrograms(folder)) return folder;
  } catch {
    // Without such a folder, or without the right to use it, the disk serves as well.
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}
