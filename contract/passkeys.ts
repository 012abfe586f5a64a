import { z } from 'zod';
import { id, requiredText, timestamp } from './common.ts';
import { roleInput } from './users.ts';

/** Bytes in base64url, as browsers write them in JSON. */
const bytes = z
  .string()
  .regex(/^[\w-]*$/)
  .max(8000);
const transports = z.array(z.string().max(40)).max(10).optional();

/** The browser's answer when it has created a passkey; its other fields are ignored. */
export const newCredentialSchema = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports }),
});
export type NewCredential = z.input<typeof newCredentialSchema>;

/** The browser's answer when a passkey has signed. */
export const signedCredentialSchema = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type SignedCredential = z.input<typeof signedCredentialSchema>;

const credentialHint = z.object({ id: z.string(), type: z.literal('public-key'), transports });
const challenge = { challenge: z.string(), timeout: z.number().int() };

/** The browser's options for creating a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const newPasskeyOptionsSchema = z.object({
  ...challenge,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(credentialHint),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The browser's options for signing with a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const passkeyOptionsSchema = z.object({
  ...challenge,
  rpId: z.string(),
  userVerification: z.literal('required'),
  /** Missing when any passkey of this server is accepted. */
  allowCredentials: z.array(credentialHint).optional(),
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const name = requiredText('Name is required', 60);
export const passkeyNameSchema = z.object({ name });
export const newPasskeySchema = z.object({ name: name.optional(), credential: newCredentialSchema });

export const passkeySchema = z.object({
  id,
  name: z.string(),
  /** Whether the device maker's account syncs it between devices. */
  synced: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;
export const passkeyListSchema = z.array(passkeySchema);
/** `recoveryCodes` are shown once, with the first second factor of an account. */
export const passkeyAddedSchema = z.object({ passkey: passkeySchema, recoveryCodes: z.array(z.string()).nullable() });

export const passkeySignInOptionsSchema = z.object({
  /** True completes a sign-in whose password was right, instead of a code. */
  afterPassword: z.boolean().default(false),
});
export const passkeySignInSchema = z.object({
  credential: signedCredentialSchema,
  /** By default the account's own role. */
  role: roleInput.optional(),
  rememberMe: z.boolean().default(false),
});
export type PasskeySignIn = z.input<typeof passkeySignInSchema>;
export const passkeyProofSchema = z.object({ credential: signedCredentialSchema });

/** Which second factors can complete a sign-in whose password was right; a recovery code always can. */
export const waitingSignInSchema = z.object({ app: z.boolean(), passkey: z.boolean() });
