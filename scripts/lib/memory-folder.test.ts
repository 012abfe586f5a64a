import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryFolder } from './memory-folder.ts';

const memory = '/dev/shm';
const hasMemory = existsSync(memory) && statfsSync(memory).type === 0x01021994;

it.runIf(hasMemory)('a folder in memory runs programs, and takes the place of what a killed run has left', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(memory, `innspect-tests-${pid}`);
  mkdirSync(left);
  const folder = createMemoryFolder(memory, 0);
  expect(folder).toBe(join(memory, `innspect-tests-${process.pid}`));
  expect([existsSync(folder ?? ''), existsSync(left)]).toEqual([true, false]);
  rmSync(folder ?? '', { recursive: true });
});

it('there is none without the room for it, and where there is no such place', () => {
  expect(createMemoryFolder(memory, Infinity)).toBeNull();
  expect(createMemoryFolder(join(memory, 'none'), 0)).toBeNull();
});
