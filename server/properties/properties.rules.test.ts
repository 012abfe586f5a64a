import { expect, it } from 'vitest';
import { canStart, isLocked } from './properties.rules.ts';

const open = { status: 'pending', onboardingCompleted: false, inspectionId: null, inspectionStatus: null } as const;
const ready = { ...open, onboardingCompleted: true } as const;
const running = { ...ready, status: 'in_progress', inspectionStatus: 'in_progress' } as const;
const over = { ...ready, status: 'cancelled' } as const;

it.each([
  ['no case', [], false, true],
  ['a case that waits for its onboarding', [open], false, false],
  ['a case that is ready', [ready], true, true],
  ['one of two pending cases ready', [ready, open], false, false],
  ['both pending cases ready', [ready, ready], true, true],
  ['an inspection, whatever else is pending', [running, open], true, false],
  ['an inspection alone', [running], true, true],
  ['a cancelled case', [over], false, true],
  ['a case that was cancelled or expired before its onboarding', [{ ...open, status: 'expired' }], false, true],
  ['one of those beside a case that is ready', [{ ...open, status: 'cancelled' }, ready], true, true],
] as const)('with %s [2.properties.15, 2.properties.17, 2.properties.18]', (_, cases, locked, startable) => {
  expect([isLocked(cases), canStart(cases)]).toEqual([locked, startable]);
});
