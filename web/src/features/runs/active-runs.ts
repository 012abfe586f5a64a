import type { z } from 'zod';
import type { activeRunsSchema } from '#contract/runs.ts';
import { asSent } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';

/** The signed-in person's current runs; without zod, because every screen asks for them and most need no other runs. */
export const activeRunsQuery = apiQuery(['/api/inspection-runs', 'active'], asSent<z.infer<typeof activeRunsSchema>>());
