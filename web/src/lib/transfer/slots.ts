/** Requests that carry file content at the same time; more would only queue in the browser. */
export const requestsAtOnce = 6;

export interface Slots {
  /** Runs the work as soon as a slot is free; rejects with an AbortError when the signal comes first. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Lets `count` works run at a time; the others wait in their order. */
export function createSlots(count: number = requestsAtOnce): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  function enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new DOMException('The upload was stopped', 'AbortError'));
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new DOMException('The upload was stopped', 'AbortError'));
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        // The slot goes straight to the next in line, so that nobody can come in between.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
