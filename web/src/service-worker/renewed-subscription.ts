interface PushAnswer {
  publicKey: string;
  /** Null when this session has turned off notifications on its device. */
  subscription: object | null;
}

const path = '/api/user/push';

async function answerOf<Answer>(address: string, init: RequestInit = {}): Promise<Answer | null> {
  const answer = await fetch(address, { credentials: 'include', ...init });
  return answer.ok ? ((await answer.json()) as Answer) : null;
}

/**
 * Sends the server the new address after the browser has replaced a push subscription. Does nothing when nobody is
 * signed in or the person has turned notifications off; a page that is opened later checks again.
 */
export async function renewSubscription(pushManager: PushManager): Promise<void> {
  const settings = await answerOf<PushAnswer>(path);
  if (!settings?.subscription) return;
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.publicKey })
  ).toJSON();
  const token = await answerOf<{ csrfToken: string }>('/api/csrf-token');
  if (!token) return;
  await answerOf(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token.csrfToken },
    body: JSON.stringify({ endpoint, keys }),
  });
}
