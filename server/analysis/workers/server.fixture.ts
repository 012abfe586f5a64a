import { createPool } from './pool.ts';
import { startProcess } from './start.ts';

/** A server for the pool's tests, which prints the process id of its only worker and keeps running. */
const script = new URL('./pool.fixture.ts', import.meta.url);
const pool = createPool<string, string, string>(
  { start: startProcess, script, size: 1, timeoutMs: 60_000, memoryMb: 64 },
  (text) => new Error(text),
);
process.stdout.write(await pool.run('who'));
setInterval(() => undefined, 1000);
