import { expect, test } from 'vitest';
import type { AreaSession } from '#contract/areas.ts';
import type { InspectionCase } from '#contract/cases.ts';
import { noCoverage } from '#contract/coverage.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { Plan } from '#contract/plans.ts';
import type { Run } from '#contract/runs.ts';
import { nextStep as stepOf } from './next-step.ts';

const area = (name: string, fields: Partial<AreaSession> = {}): AreaSession =>
  ({
    id: name,
    runId: 'run',
    status: 'not_started',
    reviewStatus: null,
    reviewNote: null,
    coverage: noCoverage,
    area: { name },
    property: { id: 'property', name: 'Harbour Inn' },
    abilities: { work: true },
    ...fields,
  }) as AreaSession;
const run = (progress: AreaSession[], submit = false): Run =>
  ({ id: 'run', caseId: 'started', propertyId: 'property', progress, abilities: { submit } }) as Run;
const inspectionCase = (fields: Partial<InspectionCase>): InspectionCase =>
  ({
    id: 'started',
    caseNumber: 'CASE-1',
    propertyName: 'Quay House',
    propertyId: 'quay',
    status: 'pending',
    onboardingCompleted: true,
    dueDate: '2099-12-06T00:00:00.000Z',
    ...fields,
  }) as InspectionCase;
const inspection = (fields: Partial<Inspection>): Inspection =>
  ({
    id: 'photos',
    status: 'in_progress',
    area: 'Lobby',
    propertyName: 'Harbour Inn',
    reviewNote: null,
    ...fields,
  }) as Inspection;
const nextStep = (work: Partial<Parameters<typeof stepOf>[0]>) =>
  stepOf({
    started: [],
    pending: [],
    run: null,
    open: [],
    plans: [],
    planWork: null,
    pendingReviews: 0,
    properties: 0,
    ...work,
  });
const started = [inspectionCase({ status: 'in_progress' })];
const done = area('Lobby', { status: 'completed', abilities: { work: false } as AreaSession['abilities'] });
const begun = area('Pool', { status: 'in_progress' });
const sentBack = area('Exterior', {
  status: 'in_progress',
  reviewStatus: 'requires_action',
  reviewNote: 'Show the roof',
});

const facts = 'Harbour Inn · 1 of 3 areas · due Dec 06, 2099';
test.each([
  ['an area that a reviewer sent back', [done, begun, sentBack], 'Inspect Exterior again', `Show the roof · ${facts}`],
  ['an area that is begun', [done, area('Guest Rooms'), begun], 'Continue Pool', facts],
  ['the first area', [done, area('Guest Rooms'), area('Pool')], 'Start Guest Rooms', facts],
])('the next step of a run is %s', (_, progress, title, text) => {
  const step = nextStep({ started, pending: [inspectionCase({ id: 'other' })], run: run(progress) });
  expect(step).toMatchObject({ title, text, target: { screen: 'area' } });
});

test('after all areas of a run are completed, the next step is to submit it', () => {
  expect(nextStep({ started, run: run([done], true) })).toMatchObject({
    title: 'Submit the inspection',
    target: { screen: 'setup', search: { propertyId: 'property' } },
  });
});

test.each([
  ['linked', { propertyId: null }, 'Link Quay House', { caseNumber: 'CASE-1' }],
  ['prepared', { onboardingCompleted: false }, 'Prepare Quay House', { caseId: 'started' }],
  ['inspected', {}, 'Start the inspection of Quay House', { propertyId: 'quay' }],
])('a case that is due first has to be %s', (_, fields, title, search) => {
  const later = inspectionCase({ propertyName: 'Later', dueDate: '2100-01-01T00:00:00.000Z' });
  const pending = [later, inspectionCase(fields)];
  expect(nextStep({ pending })).toMatchObject({ title, target: { search } });
});

test('without work left, the owner waits for the review; without a case, they link a property', () => {
  expect(nextStep({ started, run: run([done]) }).title).toBe('Wait for the review');
  expect(nextStep({}).title).toBe('Link a property');
});

test('without work left, an owner with a property is not asked to link one', () => {
  expect(nextStep({ properties: 1 }).title).toBe('Nothing to do now');
  expect(nextStep({ properties: 1, pendingReviews: 1 }).title).toBe('Wait for the review');
  const approved = { ...done, reviewStatus: 'approved' as const };
  const out = area('Pool', { status: 'not_applicable' });
  expect(nextStep({ properties: 1, run: run([approved, out], true) }).title).toBe('Nothing to do now');
});

test('a live or photo inspection leads when it was sent back, and waits for what is due when it is in progress', () => {
  const open = [
    inspection({}),
    inspection({ id: 'back', status: 'requires_action', reviewNote: 'Show the crack closer' }),
  ];
  const back = {
    title: 'Inspect Lobby again',
    text: 'Show the crack closer · Harbour Inn',
    target: { screen: 'inspection', inspection: { id: 'back' } },
  };
  const pending = [inspectionCase({})];
  expect(nextStep({ started, pending, run: run([begun]), open })).toMatchObject(back);
  expect(nextStep({ started, run: run([begun, sentBack]), open }).title).toBe('Inspect Exterior again');
  const [inProgress] = open;
  const work = { open: inProgress ? [inProgress] : [] };
  expect(nextStep({ ...work, started, run: run([begun]) }).title).toBe('Continue Pool');
  expect(nextStep({ ...work, pending }).title).toBe('Start the inspection of Quay House');
  expect(nextStep(work)).toMatchObject({
    title: 'Continue Lobby',
    text: 'Harbour Inn',
    target: { screen: 'inspection' },
  });
});

test('a plan to accept comes after what was sent back and after running work, and before new cases and the wait', () => {
  const property = { name: 'Harbour Inn' } as Plan['property'];
  const plans = [{ id: 'plan', area: null, itemCount: 3, property }];
  const step = {
    title: 'Review and accept the plan of Harbour Inn',
    text: 'Whole property · 3 items',
    target: { screen: 'plan', id: 'plan' },
  };
  expect(nextStep({ plans, properties: 1 })).toMatchObject(step);
  expect(nextStep({ plans, started, run: run([done]), pendingReviews: 1 })).toMatchObject(step);
  expect(nextStep({ plans, pending: [inspectionCase({})] })).toMatchObject(step);
  expect(nextStep({ plans, started, run: run([begun]) }).title).toBe('Continue Pool');
  expect(nextStep({ plans, open: [inspection({ status: 'requires_action' })] }).title).toBe('Inspect Lobby again');
});

test('work that the brand returned comes right after what was sent back, and other work of a plan after the cases', () => {
  const planWork = { planId: 'plan', propertyName: 'Harbour Inn', items: 3, returned: 0, note: null };
  const step = {
    title: 'Do the work of the plan of Harbour Inn',
    text: '3 items to do',
    target: { screen: 'plan', id: 'plan' },
  };
  expect(nextStep({ planWork, properties: 1 })).toMatchObject(step);
  expect(nextStep({ planWork, started, run: run([done]), pendingReviews: 1 })).toMatchObject(step);
  expect(nextStep({ planWork, open: [inspection({})] })).toMatchObject(step);
  expect(nextStep({ planWork, pending: [inspectionCase({})] }).title).toBe('Start the inspection of Quay House');
  const returned = { ...planWork, returned: 1, note: 'The edge still lifts' };
  const again = { title: 'Finish the returned work at Harbour Inn', text: 'The edge still lifts · 1 item returned' };
  expect(nextStep({ planWork: returned, started, run: run([begun]) })).toMatchObject(again);
  expect(nextStep({ planWork: { ...returned, note: null } }).text).toBe('1 item returned');
  expect(nextStep({ planWork: returned, run: run([sentBack]) }).title).toBe('Inspect Exterior again');
});

test('says how long a case is overdue', () => {
  const overdue = inspectionCase({ dueDate: new Date(Date.now() - 5 * 86_400_000).toISOString() });
  expect(nextStep({ pending: [overdue] })?.text).toMatch(/^CASE-1 · [456] days overdue$/);
});
