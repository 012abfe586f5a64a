import type { CaseEvent } from '#contract/case-page.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';

const mailTexts: Record<NonNullable<CaseEvent['details']['mail']>, string> = {
  created: t('Case e-mailed'),
  again: t('Case e-mailed again'),
  cancelled: t('Cancellation e-mailed'),
  due_changed: t('New due date e-mailed'),
  reminder: t('Reminder e-mailed'),
  overdue: t('Overdue notice e-mailed'),
  expired: t('Expiry notice e-mailed'),
  escalated: t('Overdue notice e-mailed'),
};

const texts: Record<CaseEvent['kind'], string> = {
  opened: t('Case opened'),
  mailed: t('E-mail sent'),
  linked: t('Property linked by its owner'),
  onboarded: t('Onboarding completed'),
  started: t('Inspection started'),
  submitted: t('submitted for review'),
  approved: t('approved'),
  requires_action: t('needs a re-inspection'),
  due_changed: t('Due date changed'),
  repeat_set: t('Set to repeat'),
  repeat_stopped: t('Repeats no more'),
  opened_from: t('Opened as the next inspection'),
  opened_again: t('Opened again'),
  reminded: t('Owner reminded'),
  overdue: t('Overdue'),
  completed: t('Case completed'),
  reopened: t('Case in progress again'),
  cancelled: t('Case cancelled'),
  expired: t('Case expired'),
};

/** 'every month', 'every 6 months'. */
export const everyText = (months: number): string =>
  months === 1 ? t('every month') : t('every {months} months', { months });

/** 'in 7 days', 'today', '3 days ago'. */
const daysText = (days: number): string =>
  days === 0
    ? t('today')
    : days > 0
      ? t('in {days}', { days: plural(days, 'day') })
      : t('{days} ago', { days: plural(-days, 'day') });

/** The title of an event: 'Lobby submitted for review', 'Case e-mailed to owner@example.com'. */
export function eventTitle({ kind, area, details }: CaseEvent): string {
  if (kind === 'mailed') {
    const mail = details.mail ? mailTexts[details.mail] : texts.mailed;
    return details.to ? t('{mail} to {to}', { mail, to: details.to }) : mail;
  }
  if (kind === 'repeat_set' && details.everyMonths)
    return t('Set to repeat {every}', { every: everyText(details.everyMonths) });
  if (kind === 'opened_from' && details.caseNumber)
    return t('Opened as the next inspection after {caseNumber}', { caseNumber: details.caseNumber });
  if (kind === 'opened_again' && details.caseNumber)
    return t('Opened again as {caseNumber}', { caseNumber: details.caseNumber });
  if (kind === 'overdue' && details.days !== undefined)
    return t('Overdue: was due {when}', { when: daysText(details.days) });
  if (kind === 'reminded' && details.days !== undefined)
    return t('Owner reminded: due {when}', { when: daysText(details.days) });
  return area ? `${t(area)} ${texts[kind]}` : texts[kind];
}

/** Further details of an event; null if there are none. */
export function eventNote({ kind, details: { from, until, reason, dueAfterDays } }: CaseEvent): string | null {
  if (kind === 'repeat_set' && until && dueAfterDays)
    return t('Next on {until} · due {days} later', { until: formatDueDate(until), days: plural(dueAfterDays, 'day') });
  const dates = from && until ? `${formatDueDate(from)} → ${formatDueDate(until)}` : null;
  return [dates, reason].filter(Boolean).join(' · ') || null;
}
