import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAppOnDevice, waitingVersion } from '#web/app/installed-version.ts';

/** A stand-in for Workbox in a browser with a waiting version. */
const workbox = vi.hoisted(() => ({ page: new EventTarget(), skipWaiting: vi.fn() }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = workbox.page.addEventListener.bind(workbox.page);
    messageSkipWaiting = () => workbox.skipWaiting();
    register = async () => undefined;
  },
}));

const reload = vi.fn();
beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('window', { requestIdleCallback: true, location: { reload } });
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => idle());
  vi.stubGlobal('navigator', { serviceWorker: new EventTarget() });
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('goes on with the version before when another tab takes over a new one, until it is accepted here', async () => {
  await keepAppOnDevice();
  workbox.page.dispatchEvent(new Event('waiting'));
  workbox.page.dispatchEvent(new Event('controlling'));
  expect(reload).not.toHaveBeenCalled();
  // Nothing is waiting any more.
  waitingVersion.get()?.();
  expect(reload).toHaveBeenCalledOnce();
});

it('takes over a new version once it is accepted', async () => {
  workbox.page.dispatchEvent(new Event('waiting'));
  reload.mockClear();
  workbox.skipWaiting.mockImplementation(() => {
    expect(reload).not.toHaveBeenCalled();
    workbox.page.dispatchEvent(new Event('controlling'));
  });
  waitingVersion.get()?.();
  expect(workbox.skipWaiting).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalled();
});
