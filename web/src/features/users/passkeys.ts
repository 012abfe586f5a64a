import { t } from '#contract/language.ts';
import type { NewCredential, PasskeyOptions, SignedCredential } from '#contract/passkeys.ts';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { api, asSent } from '#web/lib/api.ts';

/** Loaded when a person has chosen a passkey, because the sign-in screen does without schemas. */
const schemas = () => import('#contract/passkeys.ts');

/** Whether the browser offers passkeys in the autofill of the username field. */
export const canFillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());

/** A page asks for one passkey at a time; a new request cancels the pending one. */
let current = new AbortController();

/** Cancels any pending passkey request of this page. */
export const stopWaiting = (): void => current.abort();

function startAsking(): AbortSignal {
  stopWaiting();
  current = new AbortController();
  return current.signal;
}

/** The browser's answer as JSON. Browsers return null only if nobody was asked. */
function answerOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was given', 'NotAllowedError');
  return credential.toJSON();
}

/**
 * Asks for a passkey to sign the server's challenge from this path. With `fill` it waits until the person chooses one
 * in the autofill.
 */
export async function signWithPasskey(path: string, body: object = {}, fill = false): Promise<SignedCredential> {
  // Unchecked here, because the browser checks them.
  const options = await api.post(path, body, asSent<PasskeyOptions>());
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    signal: startAsking(),
    ...(fill ? { mediation: 'conditional' } : {}),
  });
  const { signedCredentialSchema } = await schemas();
  return signedCredentialSchema.parse(answerOf(credential));
}

export async function makePasskey(): Promise<NewCredential> {
  const { newCredentialSchema, newPasskeyOptionsSchema } = await schemas();
  const options = await api.post('/api/user/passkeys/options', {}, newPasskeyOptionsSchema);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey, signal: startAsking() });
  return newCredentialSchema.parse(answerOf(credential));
}

/** Whether the person, or another part of the page, canceled the request, so that there is no error to show. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The error to show to the person; null if they canceled it themselves. */
export function passkeyFault(error: Error): Error | null {
  if (wasCancelled(error)) return null;
  if (error.name === 'InvalidStateError') return new Error(t('This device has a passkey for your account already'));
  if (error.name === 'SecurityError') return new Error(t('Passkeys do not work at this address of the server'));
  return error;
}
