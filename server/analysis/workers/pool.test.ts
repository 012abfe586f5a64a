import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createPool } from './pool.ts';
import { startProcess, startThread } from './start.ts';

const script = new URL('./pool.fixture.ts', import.meta.url);
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const pools: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe.each([
  { kind: 'thread', startWorker: startThread },
  { kind: 'process', startWorker: startProcess },
])('workers that are each a $kind', ({ startWorker }) => {
  function start(size: number, timeoutMs = 20_000, disposable = false) {
    const warnings: object[] = [];
    const logger = { warn: (details: object) => void warnings.push(details) };
    const pool = createPool<string, string, string>(
      { start: startWorker, script, data: { color: 'blue' }, size, timeoutMs, memoryMb: 64, disposable, logger },
      (text) => new Error(text),
    );
    pools.push(pool);
    return { pool, warnings };
  }

  test('tasks are distributed and answered', async () => {
    const { pool } = start(2);
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((task) => pool.run(task)));
    expect(answers).toEqual(['done a', 'done b', 'done c', 'done d', 'done e']);
  });

  test.each([
    ['exit', 'crashed'],
    ['throw', 'crashed'],
    ['leak', 'crashed'],
    ['hang', 'timed_out'],
  ])('a task that makes the worker %s fails alone', async (task, code) => {
    // The limit counts the start of a worker too, which takes over a second on a busy machine.
    const { pool, warnings } = start(1, task === 'hang' ? 6000 : 20_000);
    const [before, bad, after] = await Promise.allSettled([pool.run('first'), pool.run(task), pool.run('next')]);
    expect(before).toEqual({ status: 'fulfilled', value: 'done first' });
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'AnalysisFailed', code } });
    expect(after).toEqual({ status: 'fulfilled', value: 'done next' });
    expect(warnings).toEqual([{ code }]);
  });

  test('an error of the task itself keeps the worker', async () => {
    const { pool, warnings } = start(1);
    await expect(pool.run('refuse')).rejects.toThrow('refused');
    expect(await pool.run('next')).toBe('done next');
    expect(warnings).toEqual([]);
  });

  test('a disposable worker is replaced for each task', async () => {
    const { pool, warnings } = start(2, 20_000, true);
    const workers = await Promise.all(['who', 'who', 'who', 'who'].map((task) => pool.run(task)));
    expect(new Set(workers).size).toBe(4);
    await expect(pool.run('refuse')).rejects.toThrow('refused');
    expect(await pool.run('next')).toBe('done next');
    expect(warnings).toEqual([]);
    const kept = start(1).pool;
    expect(await kept.run('who')).toBe(await kept.run('who'));
  });

  test('closing rejects running, waiting and later tasks', async () => {
    const { pool } = start(1);
    const open = Promise.allSettled([pool.run('hang'), pool.run('waiting')]);
    await pool.close();
    const closed = { status: 'rejected', reason: { code: 'closed' } };
    expect(await open).toMatchObject([closed, closed]);
    await expect(pool.run('late')).rejects.toMatchObject({ code: 'closed' });
  });

  test('a worker has the data that it got at its start', async () => {
    const { pool } = start(1);
    expect(await pool.run('data')).toBe(JSON.stringify({ color: 'blue' }));
  });

  if (startWorker === startProcess) {
    test('a crash of native code ends only one worker', async () => {
      const { pool } = start(1);
      await expect(pool.run('abort')).rejects.toMatchObject({ code: 'crashed' });
      expect(await pool.run('next')).toBe('done next');
    });

    test('a signal to the whole group leaves the work to the server', async () => {
      const { pool, warnings } = start(1);
      expect(await pool.run('signal')).toBe('still here');
      expect(await pool.run('next')).toBe('done next');
      expect(warnings).toEqual([]);
    });

    test('a worker ends with its server, however that ends', async () => {
      const server = spawn(process.execPath, [fileURLToPath(new URL('./server.fixture.ts', import.meta.url))], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      const worker = Number(line.toString().split(' ', 1)[0]);
      expect(isRunning(worker)).toBe(true);
      server.kill('SIGKILL');
      await expect.poll(() => isRunning(worker)).toBe(false);
    });
  }
});
