import type { CaseEvent } from '#contract/case-page.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { plural } from '#contract/texts.ts';

const mailTexts: Record<NonNullable<CaseEvent['details']['mail']>, string> = {
  created: 'Case e-mailed',
  again: 'Case e-mailed again',
  cancelled: 'Cancellation e-mailed',
  due_changed: 'New due date e-mailed',
  reminder: 'Reminder e-mailed',
  overdue: 'Overdue notice e-mailed',
};

const texts: Record<CaseEvent['kind'], string> = {
  opened: 'Case opened',
  mailed: 'E-mail sent',
  linked: 'Property linked by its owner',
  onboarded: 'Onboarding completed',
  started: 'Inspection started',
  submitted: 'submitted for review',
  approved: 'approved',
  requires_action: 'needs a re-inspection',
  due_changed: 'Due date changed',
  repeat_set: 'Set to repeat',
  repeat_stopped: 'Repeats no more',
  opened_from: 'Opened as the next inspection',
  opened_again: 'Opened again',
  reminded: 'Owner reminded',
  overdue: 'Overdue',
  completed: 'Case completed',
  reopened: 'Case in progress again',
  cancelled: 'Case cancelled',
  expired: 'Case expired',
};

/** 'every month', 'every 6 months'. */
export const everyText = (months: number): string => (months === 1 ? 'every month' : `every ${months} months`);

/** 'in 7 days', 'today', '3 days ago'. */
const daysText = (days: number): string =>
  days === 0 ? 'today' : days > 0 ? `in ${plural(days, 'day')}` : `${plural(-days, 'day')} ago`;

/** What happened, in a few words: 'Lobby submitted for review', 'Case e-mailed to owner@example.com'. */
export function eventTitle({ kind, area, details }: CaseEvent): string {
  if (kind === 'mailed') {
    const mail = details.mail ? mailTexts[details.mail] : texts.mailed;
    return details.to ? `${mail} to ${details.to}` : mail;
  }
  if (kind === 'repeat_set' && details.everyMonths) return `Set to repeat ${everyText(details.everyMonths)}`;
  if (kind === 'opened_from' && details.caseNumber) return `Opened as the next inspection after ${details.caseNumber}`;
  if (kind === 'opened_again' && details.caseNumber) return `Opened again as ${details.caseNumber}`;
  if (kind === 'overdue' && details.days !== undefined) return `Overdue: was due ${daysText(details.days)}`;
  if (kind === 'reminded' && details.days !== undefined) return `Owner reminded: due ${daysText(details.days)}`;
  return area ? `${area} ${texts[kind]}` : texts[kind];
}

/** What else is known of it; null where nothing is. */
export function eventNote({ kind, details: { from, until, reason, dueAfterDays } }: CaseEvent): string | null {
  if (kind === 'repeat_set' && until && dueAfterDays)
    return `Next on ${formatDueDate(until)} · due ${plural(dueAfterDays, 'day')} later`;
  const dates = from && until ? `${formatDueDate(from)} → ${formatDueDate(until)}` : null;
  return [dates, reason].filter(Boolean).join(' · ') || null;
}
