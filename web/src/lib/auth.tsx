import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFilters,
  type UseMutationResult,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { PasskeySignIn } from '#contract/passkeys.ts';
import type { CurrentUser, LoginInput, RegisterInput } from '#contract/users.ts';
import { api, getOrNull, postForLocation, setUnauthorizedHandler } from '#web/lib/api.ts';
import { hasCode } from '#web/lib/api-error.ts';
import { setCsrfToken } from '#web/lib/csrf.ts';
import { languageOf, switchLanguage } from '#web/lib/language.ts';
import { pushAccount } from '#web/lib/push-account.ts';
import { signedInHint } from '#web/lib/signed-in-hint.ts';
import { forgetCachedAnswers } from '#web/lib/cached-answers.ts';
import { fetchRaw } from '#web/lib/raw.ts';
import { sessionEnd } from '#web/lib/session-end.ts';
import { dismissToast, toastError, toastStore } from '#web/lib/toast.ts';

export const userKey = ['/api/user'];

interface Auth {
  /** Null while signed out. */
  user: CurrentUser | null;
  isLoading: boolean;
  /** Why the current user could not be loaded. */
  error: Error | null;
  retry: () => void;
  /**
   * Signs in with a password. An account with an authenticator app is refused with the code `code_needed`;
   * `finishLogin` then sends its code or a passkey's signature.
   */
  login: UseMutationResult<CurrentUser, Error, LoginInput>;
  finishLogin: UseMutationResult<CurrentUser, Error, Finish>;
  register: UseMutationResult<CurrentUser, Error, RegisterInput>;
  /** Ends the session. If something would be lost, it sets `lostAtLogout` instead, and the person decides. */
  logout: UseMutationResult<string | null, Error, LogoutChoice | void>;
  /** What is typed and not saved, or the number of changes that exist only on this device. */
  lostAtLogout: 'entries' | number;
  /** Dismisses the question of `lostAtLogout`; the person stays signed in. */
  cancelLogout: () => void;
}

/** What the person agreed to lose: what is typed, and also the changes that are not sent. */
interface LogoutChoice {
  deleteUnsent: boolean;
}

/** The second step of a sign-in: a code, or a passkey's signature. */
export type Finish = { code: string } | PasskeySignIn;
export const finishPath = (input: Finish) => ('code' in input ? '/api/login/code' : '/api/login/passkey');

/** Loaded with the first answer about a person: the sign-in screen needs no schema. */
const schemas = () => import('#contract/users.ts');

/** Whether a form or an upload would have the browser ask before the page is left. */
const hasUnsavedEntries = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const AuthContext = createContext<Auth | null>(null);

/** Signs in or up. `keepsAnswers` when the cached answers are known to be of the same person. */
export async function openSession(
  path: string,
  input: LoginInput | RegisterInput | Finish,
  keepsAnswers = false,
): Promise<CurrentUser> {
  const { sessionAnswerSchema } = await schemas();
  const { user, csrfToken } = await api.post(path, input, sessionAnswerSchema, { byAnybody: true });
  if (!keepsAnswers) await forgetCachedAnswers();
  setCsrfToken(csrfToken);
  // The service worker stores only what is read, and without the user no screen opens offline.
  void fetchRaw('/api/user').catch(() => undefined);
  return user;
}

const allButUser: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== userKey[0] };

/** Removes what was loaded for somebody, so that it is not shown to the next person. */
const removeAllButUser = (client: QueryClient): void => client.removeQueries(allButUser);

/**
 * Loads the current user; the page of somebody whose session has ended stays open while it has unsaved work, and goes on when the
 * same person signs in in another tab.
 */
async function loadUser(
  client: QueryClient,
  signal: AbortSignal,
  isSignedInElsewhere: boolean,
): Promise<CurrentUser | null> {
  const { renewals } = sessionEnd.get();
  const user = await getOrNull('/api/user', async () => (await schemas()).currentUserSchema, { signal });
  const before = client.getQueryData<CurrentUser | null>(userKey);
  if (user && (!before || before.id === user.id)) {
    // In another tab, after this one was signed out: its data may be of somebody else.
    if (before === null) removeAllButUser(client);
    if (!before) switchLanguage(languageOf(user));
    if (before && isSignedInElsewhere && sessionEnd.get().ended) {
      sessionEnd.renew();
      void client.invalidateQueries(allButUser);
    }
    return user;
  }
  // An answer about the session before it was renewed says nothing about this one.
  if (before && (sessionEnd.get().renewals !== renewals || sessionEnd.end())) return before;
  if (before && user) {
    // Somebody else has signed in in another tab: a full page load drops all data of the person before.
    window.location.reload();
    return before;
  }
  signedInHint.forget();
  await forgetCachedAnswers();
  return null;
}

function useLogout(userId: string): Pick<Auth, 'logout' | 'lostAtLogout' | 'cancelLogout'> {
  const [lostAtLogout, setLostAtLogout] = useState<Auth['lostAtLogout']>(0);
  const logout: Auth['logout'] = useMutation({
    mutationFn: async (choice) => {
      const { outbox } = await import('#web/lib/outbox/device-outbox.ts');
      const unsent = choice?.deleteUnsent ? 0 : await outbox.countUnsent(userId);
      // Changes that could not be stored also make the browser ask; the question about them says more.
      const lost = unsent || (!choice && hasUnsavedEntries() ? 'entries' : 0);
      setLostAtLogout(lost);
      if (lost !== 0) return null;
      const elsewhere = await postForLocation('/api/logout');
      await outbox.deleteAll(userId);
      return elsewhere ?? '/';
    },
    onSuccess: async (next) => {
      if (next === null) return;
      setCsrfToken(null);
      signedInHint.forget();
      await pushAccount.forget().catch(() => undefined);
      await forgetCachedAnswers();
      // They have been asked, and the session has ended.
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
      // A full page load drops all data of this person from memory.
      window.location.assign(next);
    },
    onError: (failure) => toastError(t('Logout failed'), failure),
  });
  return useMemo(() => ({ logout, lostAtLogout, cancelLogout: () => setLostAtLogout(0) }), [logout, lostAtLogout]);
}

/** Provides the current user, sign-in, sign-up and sign-out. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const isSignedInElsewhere = useRef(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: userKey,
    queryFn: ({ signal }) => loadUser(client, signal, isSignedInElsewhere.current),
  });

  useEffect(() => {
    const leave = () => {
      void forgetCachedAnswers();
      client.setQueryData(userKey, null);
    };
    sessionEnd.setLeave(leave);
    setUnauthorizedHandler(() => {
      if (!sessionEnd.end()) leave();
    });
  }, [client]);

  useEffect(
    () =>
      signedInHint.watch(async () => {
        isSignedInElsewhere.current = true;
        await client.invalidateQueries({ queryKey: userKey });
        isSignedInElsewhere.current = false;
      }),
    [client],
  );

  const onSuccess = (user: CurrentUser) => {
    removeAllButUser(client);
    client.setQueryData(userKey, user);
    switchLanguage(languageOf(user));
    // A failure of an earlier try would now be false.
    for (const { id } of toastStore.get()) dismissToast(id);
  };
  const login = useMutation({
    mutationFn: (input: LoginInput) => openSession('/api/login', input),
    onSuccess,
    onError: (failure) => {
      if (!hasCode(failure, 'code_needed')) toastError(t('Login failed'), failure);
    },
  });
  const finishLogin = useMutation({
    mutationFn: (input: Finish) => openSession(finishPath(input), input),
    onSuccess,
    onError: (failure) => {
      if (hasCode(failure, 'code_wrong')) return;
      toastError(t('Login failed'), failure);
      // The sign-in expired; ask for the password again.
      if (hasCode(failure, 'challenge_ended')) login.reset();
    },
  });
  const register = useMutation({
    mutationFn: (input: RegisterInput) => openSession('/api/register', input),
    onSuccess,
    onError: (failure) => toastError(t('Registration failed'), failure),
  });
  const ofLogout = useLogout(data?.id ?? '');

  const auth = useMemo<Auth>(
    () => ({
      user: data ?? null,
      isLoading: isPending,
      error,
      retry: () => void refetch(),
      login,
      finishLogin,
      register,
      ...ofLogout,
    }),
    [data, isPending, error, refetch, login, finishLogin, register, ofLogout],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The authentication state; throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in person; for screens behind the access guard. */
export function useUser(): CurrentUser {
  const { user } = useAuth();
  if (!user) throw new Error('useUser is for screens behind the access guard');
  return user;
}
