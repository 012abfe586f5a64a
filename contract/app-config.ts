import { z } from 'zod';
import { roles } from './users.ts';

/** The values of aiEngine with which nothing is sent to an AI service. */
export const localEngines = ['builtin', 'off'] as const;
export type LocalEngineName = (typeof localEngines)[number];
export const isLocalEngine = (engine: string): boolean => localEngines.some((name) => name === engine);

/** Server settings that anyone may read before signing in. */
export const appConfigSchema = z.object({
  mode: z.enum(['evaluation', 'production']),
  selfServiceAdmin: z.boolean(),
  skipPermissions: z.boolean(),
  aiEngine: z.string(),
  /** The size limit of a recording, in bytes. */
  recordingMaxBytes: z.number().int(),
  /** The text of the button for signing in at the company's provider; null when there is none. */
  signInProvider: z.string().nullable(),
  sampleData: z.object({
    state: z.enum(['off', 'loading', 'ready', 'failed']),
    percent: z.number(),
    accounts: z.array(z.object({ role: z.enum(roles), username: z.string(), password: z.string(), name: z.string() })),
  }),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
