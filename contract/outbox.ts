import { z } from 'zod';
import { timestamp } from './common.ts';

export const outboxListSchema = z.array(
  z.object({ id: z.string(), to: z.string(), subject: z.string(), sentAt: timestamp }),
);
export const outboxMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
