import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  ConfidenceBadge,
  planStatusLabel,
  ScoreBadge,
  scoreTone,
  StatusBadge,
  statusLabel,
  statusTone,
} from '#web/ui/badge.tsx';

/** The visible text of the markup. */
const visibleText = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');

test('area sessions: completed stands out, pending is quiet, trouble is red, others are outlined [4.session.2, 4.session.3]', () => {
  const statuses = ['completed', 'approved', 'pending_review', 'requires_action', 'in_progress', 'not_started'];
  expect(statuses.map((status) => [statusLabel(status), statusTone(status)])).toEqual([
    ['Completed', 'good'],
    ['Approved', 'good'],
    ['Pending Review', 'plain'],
    ['Requires Action', 'critical'],
    ['In Progress', 'outline'],
    ['Not Started', 'outline'],
  ]);
});

test('cases: completed stands out, in progress is quiet, expired is red, others are outlined [4.case.5]', () => {
  const statuses = ['completed', 'in_progress', 'expired', 'pending', 'cancelled'];
  expect(statuses.map((status) => statusTone(status, 'case'))).toEqual([
    'good',
    'plain',
    'critical',
    'outline',
    'outline',
  ]);
  expect(renderToString(<StatusBadge status="in_progress" of="case" />)).toContain('bg-sunken');
  expect(renderToString(<StatusBadge status="expired" of="case" />)).toContain('bg-critical-soft');
});

test('plans and their items have labels of their own, and an unknown status is shown as Draft [4.pip.1, 4.pip.2]', () => {
  const statuses = [
    'pending',
    'pending_approval',
    'approved',
    'in_progress',
    'completed',
    'rejected',
    'draft',
    'odd',
    '',
  ];
  expect(statuses.map(planStatusLabel)).toEqual([
    'Pending',
    'Pending Approval',
    'Approved',
    'In Progress',
    'Completed',
    'Rejected',
    'Draft',
    'Draft',
    'Draft',
  ]);
  expect(renderToString(<StatusBadge status="archived" of="plan" />)).toContain('Draft');
  expect(renderToString(<StatusBadge status="in_progress" of="plan" />)).toContain('In Progress');
});

test.each([
  [100, 'good', 'bg-good-soft', 'text-good'],
  [97.2, 'plain', 'bg-sunken', 'text-ink-2'],
  [80, 'plain', 'bg-sunken', 'text-ink-2'],
  [79.4, 'medium', 'bg-medium-soft', 'text-medium'],
  [79, 'medium', 'bg-medium-soft', 'text-medium'],
  [60, 'medium', 'bg-medium-soft', 'text-medium'],
  [59, 'critical', 'bg-critical-soft', 'text-critical'],
  [0, 'critical', 'bg-critical-soft', 'text-critical'],
])('a score of %d is %s [5.badges.1, 5.badges.3]', (score, tone, ground, ink) => {
  expect(scoreTone(score)).toBe(tone);
  const badge = renderToString(<ScoreBadge score={score} />);
  expect(badge).toContain(ground);
  expect(badge).toContain(ink);
  expect(visibleText(badge)).toBe(`${Math.round(score)}%`);
});

test('a missing score is named as such [domain.score.10]', () => {
  expect(visibleText(renderToString(<ScoreBadge score={null} />))).toBe('Not enough evidence');
});

test('a confidence from 70 is emphasized [5.badges.2]', () => {
  expect(renderToString(<ConfidenceBadge confidence={70} />)).toContain('bg-accent-soft');
  expect(renderToString(<ConfidenceBadge confidence={69} />)).toContain('bg-sunken');
  expect(visibleText(renderToString(<ConfidenceBadge confidence={71.6} />))).toBe('72%');
});
