import { expect, it } from 'vitest';
import { standingSteps, type reviewActions } from './review-rounds.rules.ts';

const kindsOf = (...actions: (typeof reviewActions)[number][]) =>
  standingSteps(actions.map((action) => ({ action }))).map(({ kind }) => kind);

it('keeps every round of an inspection, without what was recalled or taken back', () => {
  expect(
    kindsOf(
      'inspection.submitted',
      'inspection.recalled',
      'inspection.submitted',
      'inspection.approved',
      'inspection.decision_undone',
      'inspection.reinspection_requested',
      'inspection.submitted',
      'inspection.approved',
    ),
  ).toEqual(['submitted', 'requires_action', 'submitted', 'approved']);
  expect(kindsOf('inspection.submitted', 'inspection.recalled')).toEqual([]);
});
