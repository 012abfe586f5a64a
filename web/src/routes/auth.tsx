import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SignInScreen } from '#web/features/users/components/sign-in-screen.tsx';

const route = getRouteApi('/auth');

/** The sign-in, once the router is loaded; the first screen of a visit does without (web/src/app/start-sign-in.tsx). */
export default function AuthScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const openNext = useCallback((next: string) => history.replace(next), [history]);
  return (
    <SignInScreen
      search={search}
      onSearch={(changed) => void navigate({ search: changed, replace: true })}
      onSignedIn={openNext}
    />
  );
}
