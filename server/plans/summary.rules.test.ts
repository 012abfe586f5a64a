import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { severities } from '#contract/finding-categories.ts';
import { planItemStatuses } from '#contract/plans.ts';
import type { PlanItemRow, PlanVersionRow } from '#server/schema/plans.tables.ts';
import { summaryOf, summaryVersion } from './summary.rules.ts';
import { lineOf } from './versions/versions.rules.ts';

const sentAt = new Date('2026-03-01T12:00:00Z');

const itemOf = (n: number): PlanItemRow => ({
  id: `item-${n}`,
  pipReportId: 'plan',
  issueId: null,
  areaSessionId: null,
  title: `Title ${n}`,
  description: '',
  category: 'carpet_wear',
  severity: severities[n % severities.length] ?? 'low',
  area: 'Lobby',
  room: `${n}`,
  quantity: 1 + (n % 3),
  unit: 'key',
  dueDate: n % 4 === 0 ? '2026-12-01' : null,
  building: null,
  floor: null,
  standard: n % 5 === 0 ? 'PIP 4.2' : null,
  responsible: null,
  sample: null,
  horizonMonths: null,
  quotes: [],
  recommendedAction: 'Replace',
  lineClass: 'soft_goods',
  spending: 'capital',
  addedBy: null,
  costLow: 100 * n,
  costHigh: 300 * n,
  estimatedCost: 200 * n,
  decisionBefore: null,
  priceEntered: false,
  ffe: n % 2 === 0,
  estimatedDays: 1,
  daysOnSite: 0.25 * n,
  leadDays: n,
  priority: severities[n % severities.length] ?? 'low',
  status: planItemStatuses[n % planItemStatuses.length] ?? 'pending',
  noLongerNeeded: null,
  note: null,
  startedAt: null,
  reopenedAt: null,
  returnedAt: null,
  actualCost: n % 3 === 0 ? 210 * n : null,
  invoice: null,
  workNote: null,
  reportedAt: null,
  completedAt: null,
  touchedAt: null,
  createdAt: sentAt,
});

test('the rules of a summary change together with their version, which has the stored ones made anew', () => {
  const items = Array.from({ length: 28 }, (_, n) => itemOf(n));
  const settings = { crews: 2, freightPercent: 12, contingencyPercent: 10, mobilization: 2500, designFeePercent: 6 };
  const overheads = {
    freightPercent: 10,
    contingencyPercent: 10,
    mobilization: 0,
    designFeePercent: 0,
    afterHoursPercent: 0,
    regionalPercent: 0,
  };
  const versionOf = (number: number): PlanVersionRow => ({
    id: `version-${number}`,
    pipReportId: 'plan',
    number,
    lines: items.slice(0, 10 * number).map((item) => ({ ...lineOf(item), cost: item.estimatedCost + number })),
    overheads: { ...overheads, contingencyPercent: 10 + number },
    totalCost: 1000 * number,
    estimatedDays: number,
    sentAt,
    sentBy: null,
    acceptedAt: number === 1 ? sentAt : null,
    acceptedBy: null,
  });
  const summary = summaryOf(
    { id: 'plan', settings },
    { items, versions: [versionOf(1), versionOf(2)], hasOpenRequest: (itemId) => itemId.endsWith('1') },
  );
  const digest = createHash('sha256').update(JSON.stringify(summary)).digest('hex').slice(0, 12);
  // After a change of the rules: increase `summaryVersion`, and update both values here.
  expect({ version: summaryVersion, digest }).toEqual({ version: 5, digest: 'fd7b4cf5174d' });
});
