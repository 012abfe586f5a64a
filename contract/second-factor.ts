import { z } from 'zod';
import { timestamp } from './common.ts';
import { enteredPassword } from './users.ts';

/** Six digits from an authenticator app, or a recovery code, in any spacing. */
const code = z.string({ error: 'Enter the code' }).trim().min(1, 'Enter the code').max(50, 'This is not a code');
export const codeSchema = z.object({ code });
const currentPassword = enteredPassword('Current password is required');
export const currentPasswordSchema = z.object({ currentPassword });
export const passwordAndCodeSchema = z.object({ currentPassword, code });
export type PasswordAndCode = z.input<typeof passwordAndCodeSchema>;

/** Re-authentication: the password or a second-factor code. */
export const proofSchema = z
  .object({ currentPassword: currentPassword.optional(), code: code.optional() })
  .refine((proof) => proof.currentPassword !== undefined || proof.code !== undefined, {
    path: ['currentPassword'],
    message: 'Current password is required',
  });

export const secondFactorSchema = z.object({
  on: z.boolean(),
  since: timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
});
/** The key of an authenticator app, to be typed, and the same as an address, to be scanned. */
export const secondFactorSetupSchema = z.object({ key: z.string(), address: z.string() });
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>;
/** Shown once; only hashes are stored. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
