import { t } from '#contract/language.ts';
import { pushSettingsSchema, type PushSettings, type PushTopic } from '#contract/push.ts';
import { api } from '#web/lib/api.ts';
import { deviceSubscription, pushAccount } from '#web/lib/push-account.ts';
import { apiQuery } from '#web/lib/query.ts';

const path = '/api/user/push';

export const pushQuery = { ...apiQuery([path], pushSettingsSchema), refetchOnMount: 'always' as const };

export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** A sentence that a person can act on. */
export class CannotBeTold extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'CannotBeTold';
  }
}

/** The browser's subscription for the key of the server, a new one if need be. */
async function subscribedTo(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active)
    throw new CannotBeTold(t('Innspect is not kept on this device yet. Reload the page and try again.'));
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // Subscribed with a key that the server had earlier.
    const earlier = await pushManager.getSubscription();
    if (earlier && (await earlier.unsubscribe())) return pushManager.subscribe(options);
    throw new CannotBeTold(
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

/** Asks the person, subscribes the browser, and tells the server. Throws CannotBeTold. */
export async function subscribe({ publicKey }: PushSettings, userId: string): Promise<PushSettings> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new CannotBeTold(t('The browser does not allow notifications of this site.'));
  const settings = await send(await subscribedTo(publicKey));
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

/** After a session has ended by itself, or where the browser has got a new address: subscribes again who had asked for it. */
export async function staySubscribed(): Promise<void> {
  if (!canBeTold() || Notification.permission !== 'granted') return;
  const { publicKey, subscription } = await api.get(path, pushSettingsSchema);
  const own = await subscribedTo(publicKey);
  if (own.endpoint !== subscription?.endpoint) await send(own);
}
