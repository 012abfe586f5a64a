import { outboxListSchema, outboxMailSchema } from '#contract/outbox.ts';
import { apiQuery } from '#web/lib/query.ts';

/** E-mails that were written to the outbox instead of sent, newest first. */
export const outboxQuery = apiQuery(['/api/admin/outbox'], outboxListSchema);
export const outboxMailQuery = (id: string) => apiQuery(['/api/admin/outbox', id], outboxMailSchema);
