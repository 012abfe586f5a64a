import { pid } from 'node:process';
import { threadId } from 'node:worker_threads';
import { channel } from './channel.ts';

/** A worker for the pool's tests: does what the task says, good or bad. */
channel.onMessage(({ id, task }: { id: number; task: string }) => {
  if (task === 'exit') process.exit(3);
  if (task === 'throw') throw new Error('broken');
  if (task === 'hang') for (;;);
  if (task === 'leak') {
    const leak: number[][] = [];
    for (;;) leak.push(Array.from({ length: 1e5 }, (_, n) => n + leak.length));
  }
  if (task === 'who') channel.send({ id, value: `${pid} ${threadId}` });
  else if (task === 'data') void channel.data.then((data) => channel.send({ id, value: JSON.stringify(data) }));
  else if (task === 'abort') process.abort();
  else if (task === 'signal') {
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    setImmediate(() => channel.send({ id, value: 'still here' }));
  } else if (task === 'refuse') channel.send({ id, error: 'refused' });
  else channel.send({ id, value: `done ${task}` });
});
