import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween, utcDate } from '#contract/due-dates.ts';
import { caseRepeats, inspectionCases } from '#server/schema/cases.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { erasedAddress } from '#server/users/erasure.rules.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { caseFields, inDays, linkedCase } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

const today = utcDate(new Date());
const next = addDays(today, 10);
const repeat = { everyMonths: 6, dueAfterDays: 30, nextOn: next };
const pageOf = (id: string) => admin.call('GET', `/api/admin/inspection-cases/${id}`);
const put = (id: string, body: object) => admin.put(`/api/admin/inspection-cases/${id}/repeat`, body);
const stop = (id: string) => admin.delete(`/api/admin/inspection-cases/${id}/repeat`);
const openDue = (now: string) => app.system.services.repeats.openDue(new Date(now));
const kindsOf = async (id: string): Promise<string[]> =>
  (await pageOf(id)).timeline.map(({ kind }: { kind: string }) => kind);
const openCase = (email: string, fields = {}) => admin.call('POST', '/api/inspection-cases', caseFields(email, fields));
/** The case that was opened by repeating this one, or undefined. */
const openedFrom = async (id: string) =>
  (await pageOf(id)).timeline.find(({ kind }: { kind: string }) => kind === 'opened_again')?.details;

describe.each(['America/New_York', 'Asia/Tokyo'])('a repeated inspection, on a server in %s', (zone) => {
  const own = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });

  it('is opened on its date with the requirements of the last case, and the owner gets the usual mail [api.added.65]', async () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const owner = await app.person('property');
    const requirements = [
      'Pool gate closes',
      { text: 'Fire doors close', area: 'lobby', photoRequired: true, dueDate: utcDate(new Date(inDays(10))) },
    ];
    const { case: first, property } = await linkedCase(owner, admin, { inspectionType: 'compliance', requirements });
    expect((await put(first.id, repeat)).body).toMatchObject({ repeat, abilities: { repeat: true } });

    await openDue(`${addDays(next, -1)}T23:59:59Z`);
    expect(await openedFrom(first.id)).toBeUndefined();
    await openDue(`${next}T13:45:00Z`);
    await openDue(`${next}T14:45:00Z`);
    const found = await openedFrom(first.id);
    const second = await pageOf(found.caseId);
    expect(second.case).toMatchObject({
      caseNumber: found.caseNumber,
      status: 'pending',
      inspectionType: 'compliance',
      requirementDetails: [
        first.requirementDetails[0],
        // As many days before the end of the next case as it was before that of the last one.
        {
          ...first.requirementDetails[1],
          dueDate: addDays(next, 30 - daysBetween(utcDate(new Date(inDays(10))), first.dueDate.slice(0, 10))),
        },
      ],
      propertyId: property.id,
      ownerEmail: owner.user.email,
      dueDate: `${addDays(next, 30)}T00:00:00.000Z`,
    });
    expect(second.case.caseNumber).toContain(`CASE-${next.replaceAll('-', '')}-`);
    expect(second.repeat).toEqual({ ...repeat, nextOn: addMonths(next, 6) });
    // The property is linked already, so the owner is not asked to add it.
    const { text } = await mailTo(app, owner.user.email, found.caseNumber);
    expect(text).toContain('Fire doors close');
    expect(text).toContain('confirm the details of the property');
    expect(text).not.toContain('add your property');
    const { notifications } = await owner.call('GET', '/api/notifications');
    const notice = notifications.find(({ link }: { link: string }) => link.includes(found.caseNumber));
    expect(notice.body).toBe(`Confirm the details of the property to start (case ${found.caseNumber}).`);

    const page = await pageOf(first.id);
    expect(page).toMatchObject({ repeat: null, abilities: { repeat: false } });
    expect((await kindsOf(first.id)).filter((kind) => kind === 'opened_again')).toHaveLength(1);
    expect(second.timeline).toContainEqual(
      expect.objectContaining({
        kind: 'opened_from',
        by: null,
        details: { caseId: first.id, caseNumber: first.caseNumber },
      }),
    );
    // The owner continues with it as with any other case.
    const { case: linked } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: found.caseNumber });
    expect(linked).toMatchObject({ id: found.caseId, propertyId: property.id });
    const [{ action, details }] = await admin.call('GET', `/api/admin/audit-logs?entityType=case&entityId=${first.id}`);
    expect({ action, details }).toMatchObject({ action: 'case.opened_again', details: { next: found.caseNumber } });
  });
});

describe('the schedule of a repeated inspection', () => {
  it('can be changed and stopped; after that nothing is opened [api.added.66]', async () => {
    const opened = await openCase('owner-of-none@example.com');
    await put(opened.id, repeat);
    const changed = { everyMonths: 3, dueAfterDays: 14, nextOn: addDays(next, 2) };
    expect((await put(opened.id, changed)).body.repeat).toEqual(changed);
    await openDue(`${next}T13:45:00Z`);
    expect(await openedFrom(opened.id)).toBeUndefined();
    expect((await stop(opened.id)).body.repeat).toBeNull();
    expect((await stop(opened.id)).body.detail).toBe('This inspection does not repeat');
    await openDue(`${addDays(next, 9)}T13:45:00Z`);
    expect(await openedFrom(opened.id)).toBeUndefined();
    expect((await kindsOf(opened.id)).filter((kind) => kind.startsWith('repeat'))).toHaveLength(3);
  });

  it('is refused when it makes no sense', async () => {
    const opened = await openCase('owner-of-none@example.com');
    expect((await put(opened.id, { ...repeat, nextOn: today })).body.errors).toEqual({
      nextOn: 'Next date must be after today',
    });
    expect((await put(opened.id, { everyMonths: 0, dueAfterDays: 400, nextOn: '' })).body.errors).toEqual({
      everyMonths: 'At least 1 month',
      dueAfterDays: 'At most 365 days',
      nextOn: 'Next date is required',
    });
    await admin.call('PUT', `/api/inspection-cases/${opened.id}`, { status: 'cancelled' });
    expect((await put(opened.id, repeat)).body.detail).toBe('The case is cancelled and cannot repeat');
    const owner = await app.person('property');
    expect((await owner.put(`/api/admin/inspection-cases/${opened.id}/repeat`, repeat)).status).toBe(403);
  });

  it('belongs to one case of a property', async () => {
    const owner = await app.person('property');
    const { case: first } = await linkedCase(owner, admin);
    const { case: other } = await linkedCase(owner, admin);
    const { case: audit } = await linkedCase(owner, admin, { inspectionType: 'compliance' });
    await put(first.id, repeat);
    const refused = `Case ${first.caseNumber} repeats this inspection of the property already`;
    expect((await put(other.id, repeat)).body.detail).toBe(refused);
    expect((await put(audit.id, repeat)).status).toBe(200);
    await openDue(`${next}T13:45:00Z`);
    expect((await put(first.id, repeat)).body.detail).toBe(
      'This inspection was opened again; set it on the latest case',
    );
  });

  it('belongs to one case of an owner at a place that nobody has linked', async () => {
    const place = { propertyName: 'Gull House', propertyAddress: '3 Pier Road' };
    const first = await openCase('gull@example.com', place);
    const same = await openCase('Gull@Example.com', { ...place, propertyAddress: '3, Pier Road' });
    const elsewhere = await openCase('gull@example.com', { ...place, propertyAddress: '4 Pier Road' });
    await put(first.id, repeat);
    expect((await put(same.id, repeat)).body.detail).toBe(
      `Case ${first.caseNumber} repeats this inspection of the property already`,
    );
    expect((await put(elsewhere.id, repeat)).status).toBe(200);
    expect((await put(first.id, { ...repeat, everyMonths: 3 })).status).toBe(200);
  });

  it('opens one case after a long pause, even with two processes at once', async () => {
    const opened = await openCase('owner-of-none@example.com');
    await put(opened.id, { ...repeat, everyMonths: 1 });
    const late = addMonths(next, 5);
    await Promise.all([openDue(`${late}T13:45:00Z`), openDue(`${late}T13:45:00Z`)]);
    const { caseId } = await openedFrom(opened.id);
    expect(await openedFrom(caseId)).toBeUndefined();
    expect((await pageOf(caseId)).repeat.nextOn).toBe(addMonths(next, 6));
  });

  it('uses the current property, and ends once the owner is erased', async () => {
    const owner = await app.person('property');
    const { case: first, property } = await linkedCase(owner, admin);
    await put(first.id, repeat);
    await app.database.db.update(properties).set({ name: 'Harbor View' }).where(eq(properties.id, property.id));
    await openDue(`${next}T13:45:00Z`);
    const { caseId } = await openedFrom(first.id);
    expect((await pageOf(caseId)).case.propertyName).toBe('Harbor View');
    const gone = await openCase('soon-erased@example.com');
    await put(gone.id, repeat);
    const erased = { ownerEmail: erasedAddress(owner.user.id) };
    await app.database.db.update(inspectionCases).set(erased).where(eq(inspectionCases.id, gone.id));
    await openDue(`${next}T13:45:00Z`);
    expect(await kindsOf(gone.id)).toContain('repeat_stopped');
    expect(await app.database.db.select().from(caseRepeats).where(eq(caseRepeats.caseId, gone.id))).toEqual([]);
  });
});
