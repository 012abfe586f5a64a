import { z } from 'zod';
import { findingSchema } from '#contract/findings.ts';
import { apiQuery } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The server's findings of an area session or inspection, most severe first. */
export const findingsQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'issues'], z.array(findingSchema));
