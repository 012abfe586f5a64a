import type { Page } from '@playwright/test';
import { pushDevice, startPushService } from '#test/push-service.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { expect, test, toastOf } from './story.ts';

type Subscription = ReturnType<typeof pushDevice>['subscription'];

/**
 * Browsers under test cannot reach a push service, so the page gets a subscription to one that the test runs. Runs in
 * the page.
 */
function simulateSubscribing(given: Subscription): void {
  const key = 'simulated-subscription';
  const subscription = {
    endpoint: given.endpoint,
    toJSON: () => given,
    unsubscribe: async () => {
      localStorage.removeItem(key);
      return true;
    },
  } as unknown as PushSubscription;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(key, '1');
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? subscription : null);
}

/** A headless browser never allows notifications, so the permission is simulated. Runs in the page. */
function simulatePermission(permission: string): void {
  Object.defineProperty(Notification, 'permission', { get: () => permission, configurable: true });
  Notification.requestPermission = async () => permission as NotificationPermission;
}

async function openSettings(page: Page) {
  await page.goto('/settings?tab=account');
  return page.getByRole('region', { name: 'Notifications on this device' });
}

test('a person turns on notifications for this device, chooses the topics, sends a test and turns them off', async ({
  person,
  pageOf,
}) => {
  const service = await startPushService();
  const device = pushDevice(service.origin, 'phone');
  const texts = () => service.pushed.map(({ body }) => device.read(body));
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await page.addInitScript(simulatePermission, 'granted');
  await page.addInitScript(simulateSubscribing, device.subscription);
  const card = await openSettings(page);
  const main = card.getByRole('switch', { name: 'Notifications on this device' });
  await expect(main).not.toBeChecked();
  await main.click();
  await expect(card.getByRole('group', { name: 'Tell this device about' })).toBeVisible();
  await expect(main).toBeChecked();
  await expectAccessibleEverywhere(page, card);

  await card.getByLabel('Messages').uncheck();
  const kept = async () => (await (await page.request.get('/api/user/push')).json()).subscription;
  await expect.poll(async () => (await kept()).topics).toEqual(['decisions', 'due', 'plans']);
  await card.getByRole('button', { name: 'Send a Test' }).click();
  await expect(toastOf(page, 'On its way')).toBeVisible();
  await expect.poll(texts).toMatchObject([{ body: 'Notifications reach this device.' }]);

  await page.reload();
  await expect(main).toBeChecked();
  await main.click();
  await expect(main).not.toBeChecked();
  await expect(card.getByRole('group', { name: 'Tell this device about' })).toBeHidden();
  await expect.poll(kept).toBeNull();

  // Signing out ends the browser's subscription.
  await main.click();
  await expect(main).toBeEnabled();
  await expect(card.getByRole('group', { name: 'Tell this device about' })).toBeVisible();
  const stored = () => page.evaluate(() => localStorage.getItem('simulated-subscription'));
  expect(await stored()).toBe('1');
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await loaded;
  await expect(page).toHaveURL('/auth');
  expect(await stored()).toBeNull();
  await service.close();
});

/** The globals of the service worker that the test uses, because the page's types lack them. */
interface WorkerWorld {
  shown: { title: string; body: string; tag: string; data: { link: string } }[];
  ServiceWorkerRegistration: { prototype: object };
  PushManager: { prototype: object };
  ExtendableEvent: typeof Event;
}

test('a pushed notification is shown by the device and opens its screen in the open page', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await openSettings(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No service worker runs');
  await worker.evaluate(() => {
    const world = self as unknown as WorkerWorld;
    world.shown = [];
    Object.assign(world.ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: object) =>
        void world.shown.push({ title, ...options } as WorkerWorld['shown'][number]),
    });
  });
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const notice = { title: 'New inspection case', body: 'Harbour Inn', link: '/property-setup', tag: 'case-1' };
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(notice),
  });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as WorkerWorld).shown))
    .toMatchObject([{ title: notice.title, body: notice.body, tag: notice.tag, data: { link: notice.link } }]);
  await worker.evaluate(() => {
    const { shown, ExtendableEvent } = self as unknown as WorkerWorld;
    const notification = { close: () => undefined, data: shown[0]?.data };
    self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
  });
  await expect(page).toHaveURL('/property-setup');
});

test('when the browser replaces the address of its subscription, it sends the new one to the server', async ({
  person,
  pageOf,
}) => {
  const service = await startPushService();
  const [before, after] = [pushDevice(service.origin, 'before'), pushDevice(service.origin, 'after')];
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await openSettings(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No service worker runs');
  const kept = async () => (await (await page.request.get('/api/user/push')).json()).subscription;
  const change = () =>
    worker.evaluate((given) => {
      const world = self as unknown as WorkerWorld;
      Object.assign(world.PushManager.prototype, { subscribe: async () => ({ toJSON: () => given }) });
      // Resolves once the worker has handled the event.
      return new Promise<void>((resolve) => {
        const event = new world.ExtendableEvent('pushsubscriptionchange');
        const waited: Promise<unknown>[] = [];
        Object.assign(event, { waitUntil: (work: Promise<unknown>) => void waited.push(work) });
        self.dispatchEvent(event);
        void Promise.all(waited).then(() => resolve());
      });
    }, after.subscription);
  await change();
  expect(await kept()).toBeNull();
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  await page.request.put('/api/user/push', {
    headers: { 'x-csrf-token': csrfToken },
    data: { ...before.subscription, topics: ['due'] },
  });
  await change();
  expect(await kept()).toEqual({ endpoint: after.subscription.endpoint, topics: ['due'] });
  await service.close();
});

test('a person whose browser cannot show notifications is told why and what to do', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await page.addInitScript(simulatePermission, 'granted');
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('No push service', 'AbortError'));
  });
  const card = await openSettings(page);
  await card.getByRole('switch').click();
  await expect(toastOf(page, 'Not turned on')).toContainText('could not reach its notification service');
  await expect(card.getByRole('switch')).not.toBeChecked();
  await page.addInitScript(simulatePermission, 'denied');
  await page.reload();
  await expect(card.getByText(/^The browser blocks notifications of this site/)).toBeVisible();
  await expect(card.getByRole('switch')).toBeDisabled();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await expect(card.getByText(/^This browser cannot show them/)).toBeVisible();
});
