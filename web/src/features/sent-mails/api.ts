import { sentMailListSchema, sentMailSchema } from '#contract/sent-mails.ts';
import { apiQuery } from '#web/lib/query.ts';

/** E-mails that the server wrote to a folder because it has no mail server, newest first. */
export const sentMailsQuery = apiQuery(['/api/admin/outbox'], sentMailListSchema);
export const sentMailQuery = (id: string) => apiQuery(['/api/admin/outbox', id], sentMailSchema);
