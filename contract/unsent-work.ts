import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** The file in the archive of unsent work that lists its changes. */
export const unsentWorkList = 'changes.json';
/** The limits of an archive of unsent work; a ZIP without the 64-bit extension has at most 4 GB. */
export const unsentWorkLimits = {
  bytes: 4 * 1024 ** 3 - 1,
  listBytes: 64 * 1024 * 1024,
  listValues: 1_000_000,
  changes: 20_000,
} as const;

const unsentFileSchema = z.object({
  /** The file's name in the archive. */
  path: z.string().min(1).max(300),
  /** The file's name on the device. */
  name: z.string().max(300),
  type: z.string().max(200),
});

/** A change that a device had not sent when its work was saved as an archive. */
export const unsentChangeSchema = z.object({
  id,
  kind: z.string().max(100),
  /** Its name in the list of waiting changes. */
  label: z.string().max(500),
  payload: z.unknown(),
  /** Milliseconds since 1970 by the device's clock; later changes have higher values. */
  createdAt: z.number(),
  /** The ids of changes that have to be made first. */
  after: z.array(id).max(unsentWorkLimits.changes),
  /** Those of them that the user has removed. */
  missing: z.array(id).max(unsentWorkLimits.changes),
  files: z.array(unsentFileSchema).max(20),
  /** Facts that the device has determined about the file. */
  facts: z.unknown().optional(),
  /** Whether the server has parts of its file, which are missing in the archive. */
  partlySent: z.boolean(),
});
export type UnsentChange = z.infer<typeof unsentChangeSchema>;

export const unsentWorkSchema = z.object({
  format: z.literal('innspect-unsent-work'),
  version: z.literal(1),
  owner: z.object({ id, username: z.string().max(300) }),
  savedAt: timestamp,
  changes: z.array(unsentChangeSchema).max(unsentWorkLimits.changes),
});
export type UnsentWork = z.infer<typeof unsentWorkSchema>;

/** The result of each change; `reason` says why one was refused. */
export const importedWorkSchema = z.object({
  savedAt: timestamp,
  changes: z.array(z.object({ id, label: z.string(), saved: z.boolean(), reason: z.string().nullable() })),
});
export type ImportedWork = z.infer<typeof importedWorkSchema>;
