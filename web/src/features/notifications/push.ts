import { t } from '#contract/language.ts';
import { pushSettingsSchema, type PushSettings, type PushTopic } from '#contract/push.ts';
import { api } from '#web/lib/api.ts';
import { deviceSubscription, pushAccount } from '#web/lib/push-account.ts';
import { apiQuery } from '#web/lib/query.ts';

const path = '/api/user/push';

export const pushQuery = { ...apiQuery([path], pushSettingsSchema), refetchOnMount: 'always' as const };

export const supportsPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Notifications cannot be turned on; the message tells the person what to do. */
export class PushUnavailable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'PushUnavailable';
  }
}

/** On a first visit, storing the app on the device begins once the screen is complete, after 10 s at most; in milliseconds. */
const beginsWithin = 15_000;
/** How long storing it may take on a slow connection, in milliseconds. */
const storedWithin = 120_000;

/** The registration of the app stored on this device; null if it is not stored and is not being stored. */
async function storedApp(): Promise<ServiceWorkerRegistration | null> {
  const readyWithin = (milliseconds: number) =>
    Promise.race([
      navigator.serviceWorker.ready,
      new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null)),
    ]);
  const isBeingStored = () => navigator.serviceWorker.getRegistration();
  return (await readyWithin(beginsWithin)) ?? ((await isBeingStored()) ? readyWithin(storedWithin) : null);
}

/** The browser's subscription for the server's key; created if there is none. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const registration = await storedApp();
  if (!registration)
    throw new PushUnavailable(t('Innspect is not stored on this device yet. Reload the page and try again.'));
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The browser may still be subscribed with an earlier key of the server.
    const earlier = await pushManager.getSubscription();
    if (earlier && (await earlier.unsubscribe())) return pushManager.subscribe(options);
    throw new PushUnavailable(
      error instanceof DOMException && error.name === 'NotAllowedError'
        ? t('The browser does not allow notifications of this site.')
        : t('The browser could not reach its notification service. Check the connection, or try another browser.'),
    );
  }
}

function send(subscription: PushSubscription, topics?: readonly PushTopic[]): Promise<PushSettings> {
  const { endpoint, keys } = subscription.toJSON();
  return api.put(path, { endpoint, keys, topics }, pushSettingsSchema);
}

/**
 * Asks the person for permission, subscribes the browser and registers the subscription on the server. Throws
 * PushUnavailable.
 */
export async function subscribe({ publicKey }: PushSettings, userId: string): Promise<PushSettings> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushUnavailable(t('The browser does not allow notifications of this site.'));
  const settings = await send(await subscriptionFor(publicKey));
  pushAccount.set(userId);
  return settings;
}

export async function chooseTopics(topics: readonly PushTopic[]): Promise<PushSettings | null> {
  const subscription = await deviceSubscription();
  return subscription && send(subscription, topics);
}

export async function unsubscribe(): Promise<void> {
  await api.delete(path);
  await pushAccount.forget();
}

export const sendTest = (): Promise<void> => api.post(`${path}/test`);

/**
 * Subscribes again a device whose owner had turned notifications on, after its session expired or the browser
 * replaced its address.
 */
export async function renewPushSubscription(): Promise<void> {
  if (!supportsPush() || Notification.permission !== 'granted') return;
  const { publicKey, subscription } = await api.get(path, pushSettingsSchema);
  const own = await subscriptionFor(publicKey);
  if (own.endpoint !== subscription?.endpoint) await send(own);
}
