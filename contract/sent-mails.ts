import { z } from 'zod';
import { timestamp } from './common.ts';

export const sentMailListSchema = z.array(
  z.object({ id: z.string(), to: z.string(), subject: z.string(), sentAt: timestamp }),
);
export const sentMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
