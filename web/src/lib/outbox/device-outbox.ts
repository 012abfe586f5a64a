import { currentUserSchema } from '#contract/users.ts';
import { cellular } from '#web/lib/cellular.ts';
import { connection } from '#web/lib/connection.ts';
import { getOrNull } from '#web/lib/api.ts';
import { onReconnect } from '#web/lib/events.ts';
import { createKeeper } from '#web/lib/outbox/keeper.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import { onSessionRenewed } from '#web/lib/session-end.ts';

export const keeper = createKeeper();

const isSignedIn = async (userId: string): Promise<boolean> =>
  (await getOrNull('/api/user', currentUserSchema, { cache: 'no-store' }))?.id === userId;

/** The outbox of this page. It keeps working when the screen changes. */
export const outbox = createOutbox(keeper, { isSignedIn, hold: cellular.isHolding });

cellular.subscribe(outbox.reviewHeld);

const resume = () => outbox.resume();
connection.subscribe(() => {
  if (connection.isThere()) resume();
});
onReconnect(resume);
onSessionRenewed(resume);
window.addEventListener('beforeunload', (event) => {
  if (outbox.wouldLoseChanges()) event.preventDefault();
});
