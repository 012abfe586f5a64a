import { createSession, type SessionOptions, type UploadSession } from '#web/features/uploads/widget/session.ts';

interface Entry {
  session: UploadSession;
  holders: number;
}
const open = new Map<string, Entry>();

function closeIfIdle(scope: string): void {
  const entry = open.get(scope);
  if (!entry || entry.holders > 0 || entry.session.isBusy()) return;
  open.delete(scope);
  entry.session.close();
}

/** The session of a scope; the one that is under way where there is one. */
export function sessionOf(options: SessionOptions): UploadSession {
  const present = open.get(options.scope);
  if (present) return present.session;
  const session = createSession({
    ...options,
    onComplete(complete) {
      options.onComplete(complete);
      setTimeout(() => closeIfIdle(options.scope));
    },
  });
  open.set(options.scope, { session, holders: 0 });
  return session;
}

/** Keeps a session open while a page shows it; uploads under way outlive the page. Answers what lets it go. */
export function holdSession(scope: string): () => void {
  const entry = open.get(scope);
  if (entry) entry.holders += 1;
  return () => {
    if (!entry) return;
    entry.holders -= 1;
    // React's strict mode lets go and takes hold again at once.
    setTimeout(() => closeIfIdle(scope));
  };
}
