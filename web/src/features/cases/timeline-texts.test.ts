import { describe, expect, it } from 'vitest';
import type { CaseEvent } from '#contract/case-page.ts';
import { eventNote, eventTitle } from '#web/features/cases/timeline-texts.ts';

const event = (fields: Partial<CaseEvent>): CaseEvent => ({
  kind: 'opened',
  at: '2026-11-20T10:00:00.000Z',
  by: null,
  area: null,
  inspectionId: null,
  details: {},
  ...fields,
});

describe('an event of a case', () => {
  it.each([
    [{ kind: 'opened' }, 'Case opened'],
    [{ kind: 'mailed', details: { mail: 'again', to: 'o@example.com' } }, 'Case e-mailed again to o@example.com'],
    [{ kind: 'mailed' }, 'E-mail sent'],
    [{ kind: 'submitted', area: 'Lobby' }, 'Lobby submitted for review'],
    [{ kind: 'reminded', details: { days: 7 } }, 'Owner reminded: due in 7 days'],
    [{ kind: 'reminded', details: { days: 0 } }, 'Owner reminded: due today'],
    [{ kind: 'repeat_set', details: { everyMonths: 6 } }, 'Set to repeat every 6 months'],
    [{ kind: 'repeat_set', details: { everyMonths: 1 } }, 'Set to repeat every month'],
    [{ kind: 'opened_again', details: { caseNumber: 'CASE-1' } }, 'Opened again as CASE-1'],
    [{ kind: 'opened_from', details: { caseNumber: 'CASE-1' } }, 'Opened as the next inspection after CASE-1'],
    [{ kind: 'overdue', details: { days: -1 } }, 'Overdue: was due 1 day ago'],
  ] as const)('%j is called %s', (fields, title) => {
    expect(eventTitle(event(fields))).toBe(title);
  });

  it('has a note with the dates and the reason', () => {
    const details = { from: '2026-11-20', until: '2026-12-01', reason: 'Pool closed' };
    expect(eventNote(event({ kind: 'due_changed', details }))).toBe('Nov 20, 2026 → Dec 01, 2026 · Pool closed');
    const repeat = { everyMonths: 6, dueAfterDays: 30, until: '2026-12-01' };
    expect(eventNote(event({ kind: 'repeat_set', details: repeat }))).toBe('Next on Dec 01, 2026 · due 30 days later');
    expect(eventNote(event({}))).toBeNull();
  });
});
