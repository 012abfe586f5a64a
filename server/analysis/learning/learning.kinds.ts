import { z } from 'zod';
import type { JobKind } from '#server/platform/queue/job.ts';

const payload = z.object({ runId: z.uuid() });
export type RunPayload = z.infer<typeof payload>;
export const learnFromVerdicts: JobKind<RunPayload> = { name: 'learn-from-verdicts', payload };
