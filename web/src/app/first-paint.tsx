import { renderToStaticMarkup } from 'react-dom/server';
import { LoadingFrame, LoadingScreen } from '#web/app/loading-frame.tsx';
import { Providers } from '#web/app/providers.tsx';
import { SignInScreen } from '#web/features/users/components/sign-in-screen.tsx';

const nothing = (): void => undefined;

/** The sign-in screen as it is before the server has said anything. */
const signIn = (
  <Providers>
    <SignInScreen search={{}} onSearch={nothing} onSignedIn={nothing} />
  </Providers>
);

/** Rendered for a browser with passkeys; inline/theme.js hides their button in one without. */
export function firstPaint(): string {
  const able = { PublicKeyCredential: { parseRequestOptionsFromJSON: true }, location: { hostname: 'localhost' } };
  Object.assign(globalThis, { window: able, location: { pathname: '', search: '' } });
  const loading = { frame: <LoadingFrame />, loading: <LoadingScreen /> };
  return [
    `<div data-first-paint="sign-in">${renderToStaticMarkup(signIn)}</div>`,
    ...Object.entries(loading).map(
      ([name, shown]) => `<div data-first-paint="${name}">${renderToStaticMarkup(shown)}</div>`,
    ),
  ].join('');
}
