import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#contract/language.ts';
import { showInPage } from '#web/app/providers.tsx';
import { parseSearch, stringifySearch } from '#web/app/search-params.ts';
import { authSearch } from '#web/app/search.ts';
import { SignInScreen, type SignInSearch } from '#web/features/users/components/sign-in-screen.tsx';
import { NoConnection } from '#web/lib/api-error.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { keepInstallOffer } from '#web/lib/install.ts';
import { isReachable } from '#web/lib/raw.ts';
import { toastError } from '#web/lib/toast.ts';
import { keepTyped } from '#web/lib/typed-early.ts';
import { PageLinkContext, type PageLinkProps } from '#web/ui/page-link.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The app, and its own screen of the sign-in. */
const loadApp = async () => (await Promise.all([import('#web/app/start.tsx'), import('#web/routes/auth.tsx')]))[0];
const preload = () => void loadApp().catch(() => undefined);

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Stands for the router's link: loads the router, which then opens the page. */
function FirstLink({ to, className, children, open }: PageLinkProps & { open: (path: string) => Promise<void> }) {
  return (
    <a
      href={to}
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void open(to);
      }}
    >
      {children}
    </a>
  );
}

/** The sign-in without the router and the other screens, which are loaded while somebody signs in, or for a link. */
function FirstSignIn() {
  const [search, setSearch] = useState<SignInSearch>(() => authSearch(parseSearch(window.location.search)));
  const [unreachable, setUnreachable] = useState(false);
  const { login, finishLogin, register } = useAuth();
  const isSigningIn = login.isPending || finishLogin.isPending || register.isPending;
  useEffect(() => {
    if (isSigningIn) preload();
  }, [isSigningIn]);

  const presses = useRef(0);
  const open = useCallback(async (path?: string) => {
    presses.current += 1;
    const press = presses.current;
    // Whoever presses again meanwhile wants one page.
    const isLatest = () => press === presses.current;
    try {
      const { takeOver } = await loadApp();
      if (isLatest()) await takeOver(path);
    } catch {
      if (!isLatest()) return;
      // Without these files the server was updated, and has a new page. Without a connection a reload would lose this one.
      const isThere = await isReachable();
      if (isThere && path) window.location.assign(path);
      else if (isThere) window.location.reload();
      else if (path) toastError(t('This screen could not be shown'), new NoConnection(undefined));
      else setUnreachable(true);
    }
  }, []);
  const link = useCallback((props: PageLinkProps) => <FirstLink {...props} open={open} />, [open]);
  // The app's own sign-in opens the page that asked for it.
  const onSignedIn = useCallback(() => void open(), [open]);
  const replaceSearch = (changed: SignInSearch) => {
    window.history.replaceState(window.history.state, '', `/auth${stringifySearch({ ...changed })}`);
    setSearch(changed);
  };

  if (unreachable)
    return (
      <ErrorState
        title={t('This screen could not be shown')}
        error={new NoConnection(undefined)}
        onRetry={async () => {
          if (await isReachable()) window.location.reload();
        }}
        screen
      />
    );
  return (
    <PageLinkContext value={link}>
      <SignInScreen search={search} onSearch={replaceSearch} onSignedIn={onSignedIn} />
    </PageLinkContext>
  );
}

/** Shows the sign-in as the first screen of a visit. */
export function start(): void {
  keepInstallOffer();
  keepTyped();
  // At once, or a key that is pressed meanwhile in the form of the first paint would be lost.
  flushSync(() => showInPage(<FirstSignIn />));
}
