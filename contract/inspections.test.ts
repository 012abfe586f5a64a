import { describe, expect, it } from 'vitest';
import { noCoverage } from './coverage.ts';
import { reviewOutcome } from './inspections.ts';

const full = { ...noCoverage, checks: 4, answered: 4, critical: 1, criticalAnswered: 1, photos: 1, usablePhotos: 1 };
const accepted = { status: 'approved', issuesDetected: 0, complianceScore: 100, coverage: full } as const;

describe('the outcome of an approved review', () => {
  it.each([
    ['nothing is open and everything is checked', {}, 'passed'],
    ['a finding is open', { issuesDetected: 1, complianceScore: 89 }, 'open_findings'],
    ['a check is not answered', { coverage: { ...full, answered: 3 } }, 'not_fully_checked'],
    ['there is no score', { complianceScore: null, coverage: noCoverage }, 'not_enough_evidence'],
    ['a finding is open, and there is no score', { issuesDetected: 1, complianceScore: null }, 'open_findings'],
  ] as const)('says what it means where %s', (_case, change, outcome) => {
    expect(reviewOutcome({ ...accepted, ...change })).toBe(outcome);
  });

  it.each(['in_progress', 'pending_review', 'requires_action'] as const)('is missing while it is %s', (status) => {
    expect(reviewOutcome({ ...accepted, status })).toBeNull();
  });
});
