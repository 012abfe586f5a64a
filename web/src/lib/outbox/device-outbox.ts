import { onReconnect } from '#web/lib/events.ts';
import { createKeeper } from '#web/lib/outbox/keeper.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';
import { onSessionRenewed } from '#web/lib/session-end.ts';

export const keeper = createKeeper();

/** The outbox of this page: it goes on whatever screen is shown. */
export const outbox = createOutbox(keeper);

const resume = () => outbox.resume();
window.addEventListener('online', resume);
onReconnect(resume);
onSessionRenewed(resume);
