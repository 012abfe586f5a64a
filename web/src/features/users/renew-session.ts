import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/users.ts';
import { announceSignIn } from '#web/lib/announce-sign-in.ts';
import { finishPath, openSession, userKey, useUser, type Finish } from '#web/lib/auth.tsx';
import { sessionEnd } from '#web/lib/session-end.ts';
import { signedInHint } from '#web/lib/signed-in-hint.ts';

/**
 * Signs the same person in again without leaving the page: by password, and by a code when the password alone is
 * refused with `code_needed`. What is ready for offline stays, unless somebody else has signed in in another tab meanwhile.
 */
export function useRenewSession(): UseMutationResult<CurrentUser, Error, { password: string } | Finish> {
  const client = useQueryClient();
  const { id, username } = useUser();
  return useMutation({
    mutationFn(typed) {
      const isLast = signedInHint.is(id);
      // The role may have been switched in another tab, so the current one is read.
      if ('password' in typed) return openSession('/api/login', { username, ...typed }, isLast);
      return openSession(finishPath(typed), typed, isLast);
    },
    onSuccess: (user) => {
      client.setQueryData(userKey, user);
      signedInHint.keep(user.id);
      announceSignIn(user.id);
      sessionEnd.renew();
      // Reloads queries that failed while the session was over.
      void client.invalidateQueries();
    },
  });
}
