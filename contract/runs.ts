import { z } from 'zod';
import { areaSessionSchema } from './areas.ts';
import { changeId, id, timestamp } from './common.ts';
import { runCoverageSchema } from './coverage.ts';
import { propertySchema } from './properties.ts';
import { runStatuses } from './statuses.ts';

export const runAbilitiesSchema = z.object({ generatePip: z.boolean(), submit: z.boolean() });

export const runSchema = z.object({
  id,
  propertyId: id,
  userId: id,
  caseId: id.nullable(),
  caseNumber: z.string().nullable(),
  status: z.enum(runStatuses),
  lastTouched: timestamp,
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  hasProgress: z.boolean(),
  progress: z.array(areaSessionSchema),
  /** The weighted mean of the applicable areas that have a score; null while none has. */
  complianceScore: z.number().nullable(),
  coverage: runCoverageSchema,
  pipReportId: id.nullable(),
  abilities: runAbilitiesSchema,
});
export type Run = z.infer<typeof runSchema>;
export type RunScore = Pick<Run, 'complianceScore' | 'coverage'>;

export const activeRunSchema = z.object({ run: runSchema.nullable(), progress: z.array(areaSessionSchema) });
export const activeRunsSchema = z.array(z.object({ id, propertyId: id, hasProgress: z.boolean() }));
export const runViewSchema = z.object({
  run: runSchema,
  progress: z.array(areaSessionSchema),
  property: propertySchema,
});
export type RunView = z.infer<typeof runViewSchema>;
export const submitRunSchema = z.object({ id: changeId }).nullish();
export const startRunSchema = z.object({ caseId: id.nullish() }).nullish();
