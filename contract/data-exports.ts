import { z } from 'zod';
import { id, timestamp } from './common.ts';

export const dataExportStates = ['waiting', 'ready', 'failed'] as const;
export type DataExportState = (typeof dataExportStates)[number];
/** How many days an export can be downloaded. */
export const dataExportDays = 7;

export const dataExportSchema = z.object({
  id,
  state: z.enum(dataExportStates),
  /** Null until it is ready. */
  bytes: z.number().int().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type DataExport = z.infer<typeof dataExportSchema>;
export const dataExportListSchema = z.array(dataExportSchema);
