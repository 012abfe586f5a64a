import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface StartOptions {
  script: URL;
  /** Passed to the worker. */
  data?: unknown;
  /** The size limit of the worker's JavaScript heap, in megabytes. */
  memoryMb: number;
}

/** A started worker; `ended` settles when it has ended. */
export interface RunningWorker {
  send(message: object): void;
  onMessage(handle: (message: never) => void): void;
  /** Called when the worker fails, and when it has ended on its own or by `terminate`. */
  onEnd(handle: (message: string, cause?: Error) => void): void;
  /** Makes the worker keep this process alive. */
  keepAlive(): void;
  release(): void;
  terminate(): void;
  ended: Promise<void>;
}

export type StartWorker = (options: StartOptions) => RunningWorker;

/** A thread starts quickly and shares code in memory, but a crash in native code takes the server with it. */
export const startThread: StartWorker = ({ data, memoryMb, script }) => {
  const worker = new Worker(script, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: true,
  });
  // Decoders in WebAssembly print warnings, and the command line's stdout is for answers only.
  worker.stdout.resume();
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (handle) => void worker.on('message', (message: unknown) => handle(message as never)),
    onEnd(handle) {
      worker.once('error', (error: Error) => handle('The worker failed', error));
      worker.once('exit', () => handle('The worker ended'));
    },
    keepAlive: () => worker.ref(),
    release: () => worker.unref(),
    terminate: () => void worker.terminate(),
    ended: new Promise((resolve) => worker.once('exit', () => resolve())),
  };
};

/** A separate process, in which native code is loaded again, and whose crash ends only itself. */
export const startProcess: StartWorker = ({ data, memoryMb, script }) => {
  const child = fork(fileURLToPath(script), {
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A message to a worker that just ended is lost; its end event reports that.
  const send = (message: object): void => void child.send(message, () => undefined);
  send({ data });
  const keepAlive = (): void => {
    child.ref();
    child.channel?.ref();
  };
  return {
    send,
    onMessage: (handle) => void child.on('message', (message: unknown) => handle(message as never)),
    onEnd(handle) {
      child.once('error', (error: Error) => handle('The worker failed', error));
      child.once('exit', () => handle('The worker ended'));
    },
    keepAlive,
    release() {
      child.unref();
      child.channel?.unref();
    },
    terminate() {
      // Keep this process alive until the worker has ended.
      keepAlive();
      child.kill('SIGKILL');
    },
    ended: new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    }),
  };
};
