import { describe, expect, test } from 'vitest';
import { pipItemStatuses, pipStatuses, type PipItemStatus, type PipStatus } from '#contract/reports.ts';
import { itemAbilities, itemRefusal, reportAbilities, reportSteps, type PlanCaller } from './workflow.rules.ts';

const admin: PlanCaller = { isAdmin: true, isOwner: false, selfMade: false };
const owner: PlanCaller = { isAdmin: false, isOwner: true, selfMade: false };
const alone: PlanCaller = { isAdmin: false, isOwner: true, selfMade: true };

describe('reportAbilities', () => {
  test.each<[string, PlanCaller, PipStatus[], PipStatus[]]>([
    ['admin', admin, ['draft'], []],
    ['owner of a case', owner, [], ['pending_approval']],
    ['owner of a self-made plan', alone, ['draft'], ['pending_approval']],
    ['admin of a self-made plan', { ...admin, selfMade: true }, ['draft'], []],
    ['owner in the view of an admin', { ...owner, isAdmin: true }, ['draft'], []],
  ])('%s [6.roles.14]', (_name, who, submits, accepts) => {
    expect(pipStatuses.filter((status) => reportAbilities(who, status).submit)).toEqual(submits);
    expect(pipStatuses.filter((status) => reportAbilities(who, status).accept)).toEqual(accepts);
  });
  test('only a completed plan cannot be generated again', () => {
    expect(pipStatuses.filter((status) => !reportAbilities(owner, status).regenerate)).toEqual(['completed']);
  });
});

describe('items', () => {
  test.each<[string, PlanCaller, PipStatus, PipItemStatus, PipItemStatus[]]>([
    ['admin decides before acceptance', admin, 'draft', 'pending', ['approved', 'rejected']],
    ['admin decides after it', admin, 'in_progress', 'pending', ['approved', 'rejected']],
    ['owner decides nothing', owner, 'pending_approval', 'pending', []],
    ['work waits for acceptance', admin, 'pending_approval', 'approved', []],
    ['approved work starts', owner, 'approved', 'approved', ['in_progress']],
    ['undecided work of a case does not start', owner, 'approved', 'pending', []],
    ['undecided work of a self-made plan starts', alone, 'approved', 'pending', ['in_progress']],
    ['started work completes', owner, 'in_progress', 'in_progress', ['completed']],
    ['rejected is the end', admin, 'in_progress', 'rejected', []],
    ['completed is the end', admin, 'in_progress', 'completed', []],
    ['a completed plan is closed', admin, 'completed', 'pending', []],
  ])('%s', (_name, who, report, from, allowed) => {
    const open = pipItemStatuses.filter((to) => itemRefusal(who, report, from, to) === null);
    expect(open).toEqual(pipItemStatuses.filter((status) => allowed.includes(status)));
    expect(itemAbilities(who, report, from)).toEqual({
      decide: allowed.includes('approved'),
      modify: allowed.includes('approved'),
      start: allowed.includes('in_progress'),
      complete: allowed.includes('completed'),
    });
  });
  test('a refusal names the current status', () => {
    expect(itemRefusal(admin, 'approved', 'rejected', 'approved')).toBe(
      'The item is rejected and cannot become approved',
    );
    expect(itemRefusal(owner, 'pending_approval', 'approved', 'in_progress')).toContain('The plan is pending approval');
  });
});

describe('reportSteps', () => {
  test.each<[PipStatus, PipItemStatus[], PipStatus[]]>([
    ['draft', ['rejected'], []],
    ['pending_approval', ['completed'], []],
    ['approved', [], []],
    ['approved', ['pending', 'approved'], []],
    ['approved', ['pending', 'in_progress'], ['in_progress']],
    ['approved', ['rejected', 'rejected'], ['in_progress', 'completed']],
    ['in_progress', ['completed', 'pending'], []],
    ['in_progress', ['completed', 'rejected'], ['completed']],
    ['completed', ['completed'], []],
  ])('%s with items %j goes %j', (report, statuses, steps) => {
    expect(
      reportSteps(
        report,
        statuses.map((status) => ({ status })),
      ),
    ).toEqual(steps);
  });
});
