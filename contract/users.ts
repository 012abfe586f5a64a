import { z } from 'zod';
import { changedText, id, optionalText, requiredText, timestamp } from './common.ts';
import { callersDate } from './due-dates.ts';

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

/** What the signed-in person may do; the web does not derive it itself. */
export const userAbilitiesSchema = z.object({
  admin: z.boolean(),
  canSwitchRole: z.boolean(),
  emailVerified: z.boolean(),
});
export const currentUserSchema = userSchema.extend({
  /** A new address that waits for its confirmation; `email` stays valid until then. */
  pendingEmail: z.string().nullable(),
  abilities: userAbilitiesSchema,
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const loginSchema = z.object({
  username: requiredText('Username is required', 254),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1000),
  /** The account's own when left out; the form sends Property Owner unless another is chosen. */
  role: roleInput.optional(),
  rememberMe: z.boolean().default(false),
});
export type LoginInput = z.input<typeof loginSchema>;

export const registerSchema = z.object({
  username: requiredText('Username is required', 100),
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
    // Also while other fields are still wrong: each mistake is shown at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

export const sessionAnswerSchema = z.object({ user: currentUserSchema, csrfToken: z.string() });

export const profileRoles = ['property_owner', 'admin'] as const;
export const profileSchema = userSchema.extend({
  role: z.enum(profileRoles),
  pendingEmail: currentUserSchema.shape.pendingEmail,
});
export const profileInputSchema = z.object({
  email: emailField('Invalid email address').optional(),
  firstName: z.string().trim().min(1, 'First name is required').max(100).optional(),
  lastName: z.string().trim().min(1, 'Last name is required').max(100).optional(),
  propertyName: changedText(200),
  role: roleInput.optional(),
});
export type ProfileInput = z.input<typeof profileInputSchema>;

export const userStatsQuery = z.object({ today: callersDate });
export const userStatsSchema = z.object({
  totalInspections: z.number().int(),
  pendingReviews: z.number().int(),
  activePIPs: z.number().int(),
  /** Mean of the properties that have a score; 0 while none has. */
  complianceScore: z.number(),
  propertiesScored: z.number().int(),
  hints: z.object({
    totalInspections: z.string(),
    pendingReviews: z.string(),
    activePIPs: z.string(),
    complianceScore: z.string(),
  }),
});
export type UserStats = z.infer<typeof userStatsSchema>;

export const forgotPasswordSchema = z.object({ email: emailField('Invalid email address') });
export const resetPasswordSchema = z.object({ token: z.string().min(1).max(200), password: newPassword });
export const csrfTokenSchema = z.object({ csrfToken: z.string() });
export const invitationInputSchema = z.object({ email: emailField('Invalid email address') });
export const invitationSchema = z.object({ id, email: z.string(), expiresAt: timestamp });
export const verifyEmailSchema = z.object({ token: z.string().min(1).max(200) });
