import { t } from '#contract/language.ts';
import {
  newCredentialSchema,
  newPasskeyOptionsSchema,
  passkeyOptionsSchema,
  signedCredentialSchema,
  type NewCredential,
  type SignedCredential,
} from '#contract/passkeys.ts';
import { canUsePasskeys } from '#web/lib/app-config.ts';
import { api } from '#web/lib/api.ts';

/** Whether it offers them among the names that it fills in. */
export const canFillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());

/** A page asks for one passkey at a time: asking again ends what still waits. */
let current = new AbortController();

/** Ends whatever waits for a passkey in this page. */
export const stopWaiting = (): void => current.abort();

function startAsking(): AbortSignal {
  stopWaiting();
  current = new AbortController();
  return current.signal;
}

/** What the browser answers, as JSON; browsers give null only where nobody was asked. */
function answerOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was given', 'NotAllowedError');
  return credential.toJSON();
}

/** Lets a passkey sign what the server asks for at this path. With `fill` it waits until one is chosen for the name. */
export async function signWithPasskey(path: string, body: object = {}, fill = false): Promise<SignedCredential> {
  const options = await api.post(path, body, passkeyOptionsSchema);
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    signal: startAsking(),
    ...(fill ? { mediation: 'conditional' } : {}),
  });
  return signedCredentialSchema.parse(answerOf(credential));
}

export async function makePasskey(): Promise<NewCredential> {
  const options = await api.post('/api/user/passkeys/options', {}, newPasskeyOptionsSchema);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey, signal: startAsking() });
  return newCredentialSchema.parse(answerOf(credential));
}

/** Whether the person, or another part of the page, ended it: nothing went wrong then. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** What went wrong, for a person; null where they ended it themselves. */
export function passkeyFault(error: Error): Error | null {
  if (wasCancelled(error)) return null;
  if (error.name === 'InvalidStateError') return new Error(t('This device has a passkey for your account already'));
  if (error.name === 'SecurityError') return new Error(t('Passkeys do not work at this address of the server'));
  return error;
}
