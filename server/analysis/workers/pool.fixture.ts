import { parentPort, threadId } from 'node:worker_threads';

/** A worker for the pool's tests: does what the task says, good or bad. */
parentPort?.on('message', ({ id, task }: { id: number; task: string }) => {
  if (task === 'exit') process.exit(3);
  if (task === 'throw') throw new Error('broken');
  if (task === 'hang') for (;;);
  if (task === 'leak') {
    const leak: number[][] = [];
    for (;;) leak.push(Array.from({ length: 1e5 }, (_, n) => n + leak.length));
  }
  if (task === 'thread') parentPort?.postMessage({ id, value: String(threadId) });
  else if (task === 'refuse') parentPort?.postMessage({ id, error: 'refused' });
  else parentPort?.postMessage({ id, value: `done ${task}` });
});
