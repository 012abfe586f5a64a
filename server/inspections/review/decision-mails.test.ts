import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspections } from '#server/schema/inspections.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk, startedInspection, startedRun } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { renderDecisionMail } from './decision.mails.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

/** Since when the queued mails tell of decisions, the first one first. */
const queued = async (propertyId: string): Promise<Date[]> => {
  const { rows } = await app.database.db.execute<{ since: string }>(
    sql`select data ->> 'since' as since from pgboss.job
      where name = 'decision-mail' and data ->> 'propertyId' = ${propertyId} order by created_on`,
  );
  return rows.map(({ since }) => new Date(since));
};
const minute = 60_000;
/** Sends the decisions made so far, as the first queued job does; `aged` if they were dated back by a minute. */
async function send(propertyId: string, aged: boolean) {
  const [since] = await queued(propertyId);
  if (!since) throw new Error('No mail is queued');
  const from = new Date(since.getTime() - (aged ? minute : 0)).toISOString();
  const job = app.system.jobs.find(({ name }) => name === 'decision-mail');
  const never = new AbortController().signal;
  await job?.run({ propertyId, since: from }, { signal: never, stopping: never });
}
const mailsOf = async (owner: Person) =>
  (await app.mailFolder.list(500)).filter(({ to, subject }) => to === owner.user.email && !/case/.test(subject)).length;

async function submitted(owner: Person, property: { id: string; name: string }, area: string): Promise<string> {
  const { id } = await startedInspection(owner, property, area);
  await expectOk(owner.put(`/api/inspections/${id}`, { status: 'pending_review' }), 'Submitting');
  return id;
}
/** Dates the decision back by a minute. */
const minuteAgo = (id: string) =>
  app.database.db
    .update(inspections)
    .set({ reviewedAt: sql`${inspections.reviewedAt} - interval '1 minute'` })
    .where(eq(inspections.id, id));

describe('decisions on inspections', () => {
  it('are mailed to the owner as one mail per minute, once they can no longer be undone', async () => {
    const owner = await app.person('property');
    const { property } = await startedRun(owner);
    const [lobby, pool, kitchen] = [
      await submitted(owner, property, 'Lobby'),
      await submitted(owner, property, 'Pool'),
      await submitted(owner, property, 'Restaurant'),
    ];
    await admin.call('POST', `/api/admin/inspections/${lobby}/approve`, {});
    await admin.call('POST', `/api/admin/inspections/${pool}/request-reinspection`, { note: 'The <gate> is open' });
    await admin.call('POST', '/api/admin/inspections/approve', { ids: [kitchen] });
    expect(await queued(property.id)).toHaveLength(1);
    await admin.call('POST', '/api/admin/inspections/undo', { ids: [kitchen] });
    await send(property.id, false);
    expect(await mailsOf(owner)).toBe(0);

    await minuteAgo(lobby);
    await minuteAgo(pool);
    await send(property.id, true);
    const mail = await mailTo(app, owner.user.email, 'Please inspect again');
    expect(mail.subject).toBe(`Please inspect again: Pool of ${property.name}`);
    // Approval alone does not mean that nothing is wrong.
    expect(mail.text).toMatch(
      /Lobby: approved · Not enough evidence[^]*Pool: please inspect it again\s+The <gate> is open/,
    );
    expect(mail.text).not.toContain('Restaurant');
    expect(mail.text).toContain(`/properties/${property.id}`);
    expect(mail.html).toContain('The &lt;gate&gt; is open');
    expect(await mailsOf(owner)).toBe(1);
  });

  it("link to the inspection if there is only one, and are mailed to the property's owner only", async () => {
    const [owner, stranger] = [await app.person('property'), await app.person('property')];
    const { property } = await startedRun(owner);
    const lobby = await submitted(owner, property, 'Lobby');
    await admin.call('POST', `/api/admin/inspections/${lobby}/approve`, { note: 'Well kept' });
    await minuteAgo(lobby);
    await send(property.id, true);
    const mail = await mailTo(app, owner.user.email, `Approved: Lobby of ${property.name}`);
    expect(mail.text).toContain('Well kept');
    expect(mail.text).toContain(`/inspection-review/${lobby}`);
    expect(await mailsOf(stranger)).toBe(0);
  });
});

describe('the subject of a mail about decisions', () => {
  it.each([
    ['en', 1, 'Approved: Lobby of Harbour Inn'],
    ['en', 3, 'Approved: Lobby, Pool, Exterior of Harbour Inn'],
    ['en', 4, 'Approved: 4 areas of Harbour Inn'],
    ['es', 4, 'Aprobado: 4 áreas de Harbour Inn'],
  ] as const)('in %s names %i areas as %s', (language, count, subject) => {
    const decisions = ['Lobby', 'Pool', 'Exterior', 'Restaurant'].slice(0, count).map((area) => ({
      area,
      approved: true,
      outcome: 'passed' as const,
      note: null,
      path: '/',
    }));
    const property = { id: '1', name: 'Harbour Inn' };
    const facts = { email: 'pat@example.com', name: 'Pat', language, property, decisions };
    const mail = renderDecisionMail(facts, 'https://example.com');
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(
      `• ${language === 'en' ? 'Lobby: approved · Passed' : 'Vestíbulo: aprobada · Conforme'}`,
    );
  });
});
