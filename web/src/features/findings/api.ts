import { z } from 'zod';
import { findingSchema } from '#contract/findings.ts';
import { apiQuery } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';

/** Findings of an area session or an inspection, most severe first, as the server has them. */
export const findingsQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'issues'], z.array(findingSchema));
