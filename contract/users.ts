import { z } from 'zod';
import { languages } from './language.ts';
import { changedText, id, optionalText, requiredText, timestamp } from './common.ts';
import { hasInvisibleCharacters, mixesScripts, normalizedName } from './usernames.ts';

export const roles = ['property', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Every call accepts `property_owner` as a synonym of `property`. */
export const roleInput = z
  .enum(['property', 'property_owner', 'admin'], { error: 'Choose Property Owner or Admin/QA' })
  .transform((role): Role => (role === 'admin' ? 'admin' : 'property'));

export const passwordMinimum = 8;
const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(passwordMinimum, `Password must be at least ${passwordMinimum} characters`)
  .max(200, 'Password must be at most 200 characters');
export const enteredPassword = (message: string) => z.string({ error: message }).min(1, message).max(1000);
export const emailField = (message: string) =>
  z.string({ error: message }).trim().pipe(z.email(message)).pipe(z.string().max(254, message));

export const userSchema = z.object({
  id,
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  propertyName: z.string().nullable(),
  createdAt: timestamp,
});

/** What the signed-in user may do; the web must not derive it itself. */
export const userAbilitiesSchema = z.object({
  admin: z.boolean(),
  canSwitchRole: z.boolean(),
  emailVerified: z.boolean(),
  /** Whether an authenticator app has to be set up before anything else. */
  mustSetUpSecondFactor: z.boolean(),
});
export const currentUserSchema = userSchema.extend({
  /** A new address that is not confirmed yet; `email` stays valid until then. */
  pendingEmail: z.string().nullable(),
  /** The language of the pages; null when the browser chooses. */
  language: z.enum(languages).nullable(),
  abilities: userAbilitiesSchema,
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const loginSchema = z.object({
  username: requiredText('Username is required', 254),
  password: enteredPassword('Password is required'),
  /** By default the account's own role; the form sends Property Owner unless another is chosen. */
  role: roleInput.optional(),
  rememberMe: z.boolean().default(false),
});
export type LoginInput = z.input<typeof loginSchema>;

const newUsername = requiredText('Username is required', 100)
  .transform(normalizedName)
  .refine((name) => !hasInvisibleCharacters(name), 'Username must not contain invisible characters')
  .refine((name) => !mixesScripts(name), 'Username must not mix letters of different alphabets');

export const registerSchema = z.object({
  username: newUsername,
  email: emailField('Invalid email address'),
  password: newPassword,
  role: roleInput.default('property'),
  firstName: optionalText(100),
  lastName: optionalText(100),
  propertyName: optionalText(200),
  invitation: z.string().max(200).optional(),
});
export type RegisterInput = z.input<typeof registerSchema>;

/** The form adds the repeated password, which never leaves the browser. */
export const registerFormSchema = registerSchema
  .extend({
    confirmPassword: z.string({ error: 'Confirm password is required' }).min(1, 'Confirm password is required'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Runs even when other fields are invalid, so that all errors are shown together.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

export const sessionAnswerSchema = z.object({ user: currentUserSchema, csrfToken: z.string() });

export const profileRoles = ['property_owner', 'admin'] as const;
export const profileSchema = userSchema.extend({
  role: z.enum(profileRoles),
  pendingEmail: currentUserSchema.shape.pendingEmail,
  language: currentUserSchema.shape.language,
});
export const profileInputSchema = z.object({
  email: emailField('Invalid email address').optional(),
  firstName: requiredText('First name is required', 100).optional(),
  lastName: requiredText('Last name is required', 100).optional(),
  propertyName: changedText(200),
  role: roleInput.optional(),
  /** Null lets the browser choose. */
  language: z.enum(languages).nullable().optional(),
});
export type ProfileInput = z.input<typeof profileInputSchema>;

export const forgotPasswordSchema = z.object({ email: emailField('Invalid email address') });
export const resetPasswordSchema = z.object({ token: z.string().min(1).max(200), password: newPassword });
export const changePasswordSchema = z.object({
  currentPassword: enteredPassword('Current password is required'),
  newPassword,
  /** Also revokes the person's API keys, for a password that somebody else may have known. */
  revokeApiKeys: z.boolean().default(false),
});
export type ChangePasswordInput = z.input<typeof changePasswordSchema>;

/** A signed-in session of the user, on this device or another. */
export const sessionSchema = z.object({
  id,
  createdAt: timestamp,
  /** Up to ten minutes old, because not every use is stored. */
  lastUsedAt: timestamp,
  /**
   * The program, such as "Chrome on Windows", and the network of the last use; null in sessions from before they were
   * stored.
   */
  client: z.string().nullable(),
  network: z.string().nullable(),
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
export const sessionListSchema = z.array(sessionSchema);

export const csrfTokenSchema = z.object({ csrfToken: z.string() });
export const invitationInputSchema = z.object({ email: emailField('Invalid email address') });
export const invitationSchema = z.object({ id, email: z.string(), expiresAt: timestamp });
/** An invitation that can still be used; `invitedBy` is the name of the admin who sent it. */
export const openInvitationSchema = invitationSchema.extend({ createdAt: timestamp, invitedBy: z.string() });
export type OpenInvitation = z.infer<typeof openInvitationSchema>;
export const openInvitationListSchema = z.array(openInvitationSchema);
export const verifyEmailSchema = z.object({ token: z.string().min(1).max(200) });
