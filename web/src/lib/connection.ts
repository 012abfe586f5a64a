import { isReachable, watchAnswers } from '#web/lib/raw.ts';
import { isPage, storedAnswerHeader } from '#web/service-worker/cached-answers.ts';

/** The first delays in ms before the server is asked again whether it is there; every further one is the last. */
const delays = [3000, 6000, 12_000] as const;
const lastDelay = 30_000;

let reachable = true;
let checking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function set(now: boolean): void {
  clearTimeout(timer);
  if (reachable === now) return;
  reachable = now;
  tell();
}

/** Asks the server whether it is there, again and again until it is. */
async function check(attempt = 0): Promise<void> {
  checking = true;
  const found = !navigator.onLine || (await isReachable());
  checking = false;
  set(found);
  if (!found) timer = setTimeout(() => void check(attempt + 1), delays[attempt] ?? lastDelay);
}

const isOfServer = ({ headers }: Response): boolean =>
  !headers.has(storedAnswerHeader) && !isPage(headers.get('content-type'));

watchAnswers((answer) => {
  if (answer && isOfServer(answer)) set(true);
  else if (reachable && !checking && navigator.onLine) void check();
});
window.addEventListener('online', () => {
  clearTimeout(timer);
  reachable = true;
  tell();
});
window.addEventListener('offline', tell);

/**
 * Whether the server can be reached. A browser knows only its own network and is 'online' on Wi-Fi that leads nowhere,
 * so the server is asked once a request had no answer.
 */
export const connection = {
  isThere: (): boolean => navigator.onLine && reachable,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
