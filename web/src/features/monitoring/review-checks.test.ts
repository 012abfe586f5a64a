import { describe, expect, it } from 'vitest';
import { checksText, checksToRead, isFoundAgain } from '#web/features/monitoring/review-checks.ts';

const check = (title: string, result: 'pass' | 'fail' | 'not_applicable' | null, critical = false, hint = false) => ({
  title,
  result,
  critical,
  aiHint: hint ? { result: 'fail' as const, confidence: 80, issueId: 'x', issue: 'Stain' } : null,
});

describe('the checks in a review', () => {
  const checks = [
    check('passed', 'pass', true),
    check('open', null),
    check('failed', 'fail'),
    check('doubted', 'pass', false, true),
    check('open and critical', null, true),
    check('left out', 'not_applicable'),
    check('left out and critical', 'not_applicable', true),
    check('failed and critical', 'fail', true),
  ];

  it('begin with the ones that failed, are not answered, are critical and left out, or are doubted by the AI', () => {
    const { first, rest } = checksToRead(checks);
    expect(first.map(({ title }) => title)).toEqual([
      'failed and critical',
      'failed',
      'open and critical',
      'open',
      'left out and critical',
      'doubted',
    ]);
    expect(rest.map(({ title }) => title)).toEqual(['passed', 'left out']);
  });

  it('are counted in a sentence', () => {
    expect(checksText(checks)).toBe('6 of 8 answered, 2 failed, 2 not applicable');
    expect(checksText([check('passed', 'pass')])).toBe('1 of 1 answered');
  });
});

describe('a finding of the previous inspection', () => {
  const stain = { category: 'stain', room: null, status: 'confirmed' } as const;
  it.each([
    ['the same kind is open now', stain, [{ ...stain, status: 'pending' as const }], true],
    ['it was resolved and is back', { ...stain, status: 'resolved' as const }, [stain], true],
    ['it was dismissed', { ...stain, status: 'dismissed' as const }, [stain], false],
    ['the one now is dismissed', stain, [{ ...stain, status: 'dismissed' as const }], false],
    ['another kind is open now', stain, [{ ...stain, category: 'crack' as const }], false],
    ['it is in another room now', { ...stain, room: 'Room 312' }, [{ ...stain, room: 'Room 313' }], false],
  ])('is compared where %s', (_case, earlier, now, again) => {
    expect(isFoundAgain(earlier, now)).toBe(again);
  });
});
