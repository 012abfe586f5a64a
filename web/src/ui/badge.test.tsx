import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConfidenceBadge, planStatusLabel, StatusBadge, statusLabel, statusTone } from '#web/ui/badge.tsx';

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

test('a confidence from 70 is emphasized [5.badges.2]', () => {
  expect(renderToString(<ConfidenceBadge confidence={70} />)).toContain('bg-accent-soft');
  expect(renderToString(<ConfidenceBadge confidence={69} />)).toContain('bg-sunken');
  expect(visibleText(renderToString(<ConfidenceBadge confidence={71.6} />))).toBe('72%');
});
