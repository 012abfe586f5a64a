import { z } from 'zod';
import { caseSchema } from './cases.ts';
import { id, optionalText, timestamp } from './common.ts';
import { dueDateInput } from './due-dates.ts';

/** What is kept of a case as it happens; the rest of its timeline follows from the case and its inspections. */
export const keptCaseEvents = [
  'mailed',
  'linked',
  'onboarded',
  'started',
  'due_changed',
  'repeat_set',
  'repeat_stopped',
  'opened_from',
  'opened_again',
  'reminded',
  'overdue',
  'completed',
  'reopened',
  'cancelled',
  'expired',
] as const;
export const caseEventKinds = ['opened', 'submitted', 'approved', 'requires_action', ...keptCaseEvents] as const;

/** The e-mails about a case. */
export const caseMails = ['created', 'again', 'cancelled', 'due_changed', 'reminder', 'overdue'] as const;

export const caseEventDetails = z.object({
  /** Of an e-mail: which one, and to which address. */
  mail: z.enum(caseMails).optional(),
  to: z.string().optional(),
  /** Of a changed due date: the date before, the one after, and why. */
  from: z.string().optional(),
  until: z.string().optional(),
  reason: z.string().optional(),
  /** Of a case that repeats: months between the inspections, and days until each is due. `until` is the next opening. */
  everyMonths: z.number().int().optional(),
  dueAfterDays: z.number().int().optional(),
  /** Of a case that was opened again: the case before or after. */
  caseId: z.string().optional(),
  caseNumber: z.string().optional(),
  /** Of a reminder: whole days until the due date, below 0 once it is past. */
  days: z.number().int().optional(),
});
export type CaseEventDetails = z.infer<typeof caseEventDetails>;

export const caseEventSchema = z.object({
  kind: z.enum(caseEventKinds),
  at: timestamp,
  /** Who did it; null for what the server did by itself. */
  by: z.string().nullable(),
  /** Of an inspection: its area and id. */
  area: z.string().nullable(),
  inspectionId: id.nullable(),
  details: caseEventDetails,
});
export type CaseEvent = z.infer<typeof caseEventSchema>;

/** How often an inspection is opened again, and by when it is due. */
const repeatFields = z.object({
  everyMonths: z
    .number({ error: 'Months are required' })
    .int('Months must be a whole number')
    .min(1, 'At least 1 month')
    .max(60, 'At most 60 months'),
  dueAfterDays: z
    .number({ error: 'Days are required' })
    .int('Days must be a whole number')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days'),
});
export const repeatInputSchema = repeatFields.extend({ nextOn: dueDateInput('Next date is required') });
export type RepeatInput = z.output<typeof repeatInputSchema>;

export const casePageSchema = z.object({
  case: caseSchema,
  /** Whom the case concerns; null while nobody has an account for the address. */
  owner: z.object({ id, name: z.string() }).nullable(),
  /** When the inspection is opened again; null where it is not. `nextOn` is a date such as 2026-11-21. */
  repeat: repeatFields.extend({ nextOn: z.iso.date() }).nullable(),
  /** Newest first. */
  timeline: z.array(caseEventSchema),
  abilities: z.object({ cancel: z.boolean(), sendAgain: z.boolean(), changeDueDate: z.boolean(), repeat: z.boolean() }),
});
export type CasePage = z.infer<typeof casePageSchema>;

export const dueDateChangeSchema = z.object({
  dueDate: dueDateInput('Due date is required'),
  reason: optionalText(500),
});
