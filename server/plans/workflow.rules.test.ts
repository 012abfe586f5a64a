import { describe, expect, test } from 'vitest';
import { planItemStatuses, planStatuses, type PlanItemStatus, type PlanStatus } from '#contract/plans.ts';
import {
  changeNotAccepted,
  itemAbilities,
  itemRefusal,
  planAbilities,
  planSteps,
  sharedAbilities,
  sharedRefusal,
  statusTakenBack,
  shows,
  type PlacedItem,
  undecidedOf,
  type ItemProgress,
  type PlanCaller,
  type PlanProgress,
} from './workflow.rules.ts';

const admin: PlanCaller = { isAdmin: true, isOwner: false, selfMade: false };
const owner: PlanCaller = { isAdmin: false, isOwner: true, selfMade: false };
const alone: PlanCaller = { isAdmin: false, isOwner: true, selfMade: true };
const planOf = (status: PlanStatus, fields: Partial<PlanProgress> = {}): PlanProgress => ({
  status,
  undecided: 0,
  openRequests: 0,
  changed: false,
  everAccepted: status !== 'draft' && status !== 'pending_approval',
  ...fields,
});
const itemOf = (status: PlanItemStatus, fields: Partial<ItemProgress> = {}): ItemProgress => ({
  status,
  isAccepted: true,
  isChanged: false,
  isDecisionSent: false,
  isManual: false,
  isModified: false,
  ...fields,
});

describe('planAbilities', () => {
  test.each<[string, PlanCaller, PlanStatus[], PlanStatus[]]>([
    ['admin', admin, ['draft'], []],
    ['owner of a case', owner, [], ['pending_approval']],
    ['owner of a self-made plan', alone, ['draft'], ['pending_approval']],
    ['admin of a self-made plan', { ...admin, selfMade: true }, ['draft'], []],
    ['owner in the view of an admin', { ...owner, isAdmin: true }, ['draft'], []],
  ])('%s [6.roles.14]', (_name, who, submits, accepts) => {
    expect(planStatuses.filter((status) => planAbilities(who, planOf(status)).submit)).toEqual(submits);
    expect(planStatuses.filter((status) => planAbilities(who, planOf(status)).accept)).toEqual(accepts);
  });
  test('only a completed plan cannot be generated again', () => {
    expect(planStatuses.filter((status) => !planAbilities(owner, planOf(status)).regenerate)).toEqual(['completed']);
  });
});

describe('items', () => {
  test.each<[string, PlanCaller, PlanStatus, PlanItemStatus, PlanItemStatus[]]>([
    ['admin decides before acceptance', admin, 'draft', 'pending', ['approved', 'rejected', 'waived']],
    ['admin decides after it', admin, 'in_progress', 'pending', ['approved', 'rejected', 'waived']],
    ['owner decides nothing', owner, 'pending_approval', 'pending', []],
    ['work waits for acceptance', owner, 'pending_approval', 'approved', []],
    ['approved work starts', owner, 'approved', 'approved', ['in_progress']],
    ['an approval of a draft is taken back', admin, 'draft', 'approved', ['pending']],
    ['an owner takes no approval back', owner, 'draft', 'approved', []],
    ['an approval of a completed plan stands', admin, 'completed', 'approved', []],
    ['undecided work of a case does not start', owner, 'approved', 'pending', []],
    ['undecided work of a self-made plan starts', alone, 'approved', 'pending', ['in_progress']],
    ['started work is reported to the brand', owner, 'in_progress', 'in_progress', ['awaiting_verification']],
    ['started work of a self-made plan completes', alone, 'in_progress', 'in_progress', ['completed']],
    ['the brand verifies or returns', admin, 'in_progress', 'awaiting_verification', ['in_progress', 'completed']],
    ['its owner does not verify it', owner, 'in_progress', 'awaiting_verification', []],
    ['a rejection of a draft is taken back', admin, 'draft', 'rejected', ['pending']],
    ['a waiver of a draft is taken back', admin, 'draft', 'waived', ['pending']],
    ['an owner takes no rejection back', owner, 'draft', 'rejected', []],
    ['a rejection that was not sent is taken back', admin, 'in_progress', 'rejected', ['pending']],
    ['completed is the end', admin, 'in_progress', 'completed', []],
    ['a completed plan is closed', admin, 'completed', 'pending', []],
  ])('%s', (_name, who, plan, from, allowed) => {
    const open = planItemStatuses.filter((to) => itemRefusal(who, planOf(plan), itemOf(from), to) === null);
    expect(open).toEqual(planItemStatuses.filter((status) => allowed.includes(status)));
    expect(itemAbilities(who, planOf(plan), itemOf(from))).toEqual({
      decide: allowed.includes('approved'),
      modify: who.isAdmin && plan !== 'completed' && (from === 'pending' || from === 'approved'),
      restore: allowed.includes('pending'),
      start: from !== 'awaiting_verification' && allowed.includes('in_progress'),
      startWaits: false,
      report: allowed.includes('awaiting_verification'),
      complete: from !== 'awaiting_verification' && allowed.includes('completed'),
      verify: from === 'awaiting_verification' && allowed.includes('completed'),
    });
  });
  test('a refusal names the current status', () => {
    expect(itemRefusal(admin, planOf('approved'), itemOf('rejected'), 'approved')).toBe(
      'The item is rejected and cannot become approved',
    );
    expect(itemRefusal(owner, planOf('pending_approval'), itemOf('approved'), 'in_progress')).toContain(
      'The plan is pending approval',
    );
  });
});

describe('versions', () => {
  const submits = (who: PlanCaller, plan: PlanProgress) => planAbilities(who, plan).submit;
  test('a plan with undecided items cannot be sent; a self-made one has no reviewer to decide', () => {
    expect(submits(admin, planOf('draft', { undecided: 1 }))).toBe(false);
    expect([undecidedOf(owner, 1), undecidedOf(alone, 1)]).toEqual([1, 0]);
  });
  test('changes since the last version can be sent until the plan is completed', () => {
    expect(planStatuses.filter((status) => submits(admin, planOf(status, { changed: true })))).toEqual([
      'draft',
      'pending_approval',
      'approved',
      'in_progress',
    ]);
  });
  test.each<PlanItemStatus>(['approved', 'rejected', 'waived'])('a sent decision stands: %s', (status) => {
    const sent = itemOf(status, { isDecisionSent: true });
    expect(itemRefusal(admin, planOf('pending_approval'), sent, 'pending')).toBe(
      `The item is ${status}, and the decision was sent to the owner; it can no longer be taken back`,
    );
    expect(itemAbilities(admin, planOf('pending_approval'), sent).restore).toBe(false);
  });
  test('what was changed since it was sent is taken back, and the sent approval stands', () => {
    const plan = planOf('pending_approval');
    const modified = itemOf('approved', { isDecisionSent: true, isModified: true });
    expect([itemAbilities(admin, plan, modified).restore, statusTakenBack(modified)]).toEqual([true, 'approved']);
    expect(statusTakenBack(itemOf('approved', { isManual: true, isModified: true }))).toBe('approved');
    expect(statusTakenBack(itemOf('approved', { isModified: true }))).toBe('pending');
    expect(statusTakenBack(itemOf('in_progress', { isDecisionSent: true, isModified: true }))).toBeNull();
    expect(itemAbilities(owner, plan, modified).restore).toBe(false);
  });
  test('a line added by hand was approved without a decision', () => {
    expect(itemRefusal(admin, planOf('draft'), itemOf('approved', { isManual: true }), 'pending')).toContain(
      'cannot become pending',
    );
    expect(itemRefusal(admin, planOf('draft'), itemOf('rejected', { isManual: true }), 'pending')).toBeNull();
  });
  test('work that the owner has not accepted cannot start', () => {
    const added = itemOf('approved', { isAccepted: false });
    expect(itemRefusal(owner, planOf('approved'), added, 'in_progress')).toContain('not in the version');
  });
  test('work whose cost or scope has changed since it was accepted waits for a new acceptance', () => {
    const changed = itemOf('approved', { isChanged: true });
    expect(itemRefusal(owner, planOf('approved'), changed, 'in_progress')).toBe(changeNotAccepted);
    const waits = { start: false, startWaits: true };
    expect(itemAbilities(owner, planOf('approved'), changed)).toMatchObject(waits);
    const sent = planOf('pending_approval', { everAccepted: true });
    expect(itemAbilities(owner, sent, changed)).toMatchObject(waits);
    expect(itemAbilities(owner, planOf('approved'), itemOf('in_progress', { isChanged: true }))).toMatchObject({
      startWaits: false,
      report: true,
    });
    const elsewhere = [changed, itemOf('approved')].map((item) => ({ plan: planOf('approved'), item }));
    expect(sharedAbilities(owner, elsewhere)).toMatchObject({ start: true, startWaits: false });
  });
  test('work that has begun continues while the next version waits; new work cannot start', () => {
    const waits = planOf('pending_approval', { everAccepted: true });
    expect(itemRefusal(owner, waits, itemOf('in_progress'), 'awaiting_verification')).toBeNull();
    expect(itemRefusal(admin, waits, itemOf('awaiting_verification'), 'completed')).toBeNull();
    expect(itemRefusal(owner, waits, itemOf('approved'), 'in_progress')).not.toBeNull();
  });
  test('an approved item can be modified, but not approved again', () => {
    expect(itemRefusal(admin, planOf('approved'), itemOf('approved'), 'approved', true)).toBeNull();
    expect(itemRefusal(admin, planOf('approved'), itemOf('approved'), 'approved')).toContain('is approved');
  });
});

describe('an item that several plans show', () => {
  const showings = (plans: [PlanStatus, boolean][], status: PlanItemStatus) =>
    plans.map(([plan, isAccepted]) => ({ plan: planOf(plan), item: itemOf(status, { isAccepted }) }));
  test("can start once the owner accepted it with one of them, even if the property's plan is a draft", () => {
    const draftAndAccepted = showings(
      [
        ['draft', false],
        ['approved', true],
      ],
      'approved',
    );
    expect(sharedAbilities(owner, draftAndAccepted)).toMatchObject({ start: true, report: false, decide: false });
    expect(sharedRefusal(owner, draftAndAccepted, 'in_progress', false)).toBeNull();
  });
  test('is refused with the reason of the plan that has come furthest [decisions.plans.8]', () => {
    const plans: [PlanStatus, boolean][] = [
      ['draft', false],
      ['pending_approval', false],
    ];
    expect(sharedRefusal(owner, showings(plans, 'approved'), 'in_progress', false)).toContain(
      'The plan is pending approval',
    );
  });
  test.each<[string, boolean, PlacedItem]>([
    ['it holds the item', true, { pipReportId: 'plan', areaSessionId: null, furtherAreaIds: [] }],
    [
      "the property's plan holds an item of its area",
      true,
      { pipReportId: 'other', areaSessionId: 'lobby', furtherAreaIds: [] },
    ],
    [
      'a further finding of the item is in its area',
      true,
      { pipReportId: 'other', areaSessionId: 'pool', furtherAreaIds: ['exterior', 'lobby'] },
    ],
    [
      'the item is of other areas',
      false,
      { pipReportId: 'other', areaSessionId: 'pool', furtherAreaIds: ['exterior'] },
    ],
    [
      'the item of another plan is of no area',
      false,
      { pipReportId: 'other', areaSessionId: null, furtherAreaIds: [] },
    ],
  ])('is shown by a plan where %s: %s', (_name, shown, item) => {
    expect(shows({ id: 'plan', areaSessionId: 'lobby' }, item)).toBe(shown);
  });
  test("is not in the property's plan merely because both name no area", () => {
    expect(
      shows({ id: 'plan', areaSessionId: null }, { pipReportId: 'other', areaSessionId: null, furtherAreaIds: [] }),
    ).toBe(false);
  });
});

describe('planSteps', () => {
  test.each<[PlanStatus, PlanItemStatus[], PlanStatus[]]>([
    ['draft', ['rejected'], []],
    ['pending_approval', ['completed'], []],
    ['approved', [], []],
    ['approved', ['pending', 'approved'], []],
    ['approved', ['pending', 'in_progress'], ['in_progress']],
    ['approved', ['rejected', 'rejected'], ['in_progress', 'completed']],
    ['in_progress', ['completed', 'pending'], []],
    ['in_progress', ['completed', 'rejected', 'waived'], ['completed']],
    ['approved', ['awaiting_verification'], ['in_progress']],
    ['in_progress', ['completed', 'awaiting_verification'], []],
    ['completed', ['completed'], []],
    ['completed', ['completed', 'pending'], ['in_progress']],
    ['completed', [], []],
  ])('%s with items %j goes %j', (plan, statuses, steps) => {
    expect(
      planSteps(
        plan,
        statuses.map((status) => ({ status, noLongerNeeded: null })),
      ),
    ).toEqual(steps);
  });
});
