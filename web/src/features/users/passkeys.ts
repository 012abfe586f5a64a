import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { newPasskeyOptionsSchema, passkeyOptionsSchema } from '#contract/passkeys.ts';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { api } from '#web/lib/api.ts';

/** Whether it offers them among the names that it fills in. */
export const canFillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await browserSupportsWebAuthnAutofill());

export type Signed = Awaited<ReturnType<typeof startAuthentication>>;

/** Lets a passkey sign what the server asks for at this path. With `fill` it waits until one is chosen for the name. */
export async function signWithPasskey(path: string, body: object = {}, fill = false): Promise<Signed> {
  const optionsJSON = await api.post(path, body, passkeyOptionsSchema);
  return startAuthentication({ optionsJSON, useBrowserAutofill: fill });
}

export async function makePasskey(): Promise<Awaited<ReturnType<typeof startRegistration>>> {
  const optionsJSON = await api.post('/api/user/passkeys/options', {}, newPasskeyOptionsSchema);
  return startRegistration({ optionsJSON });
}

/** Ends whatever waits for a passkey in this page. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony();

/** Whether the person, or another part of the page, ended it: nothing went wrong then. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** What went wrong, for a person; null where they ended it themselves. */
export function passkeyFault(error: Error): Error | null {
  if (wasCancelled(error)) return null;
  if (error.name === 'InvalidStateError') return new Error('This device has a passkey for your account already');
  if (error.name === 'SecurityError') return new Error('Passkeys do not work at this address of the server');
  return error;
}
