import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { planSummaries, type PlanSummary } from '#server/schema/plan-summaries.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { preparePlanTests, type Plan } from './plans.fixture.ts';
import { saveOutdated, listSummaries } from './plan-summaries.repository.ts';
import { summaryVersion } from './summary.rules.ts';

const tests = preparePlanTests();

const refresh = async (): Promise<void> => {
  while ((await tests.app.database.db.transaction((tx) => saveOutdated(tx, 3))) > 0);
};
const versionOf = async ({ id }: Plan): Promise<number | undefined> =>
  (await tests.app.database.pool.query('select version from plan_summaries where plan_id = $1', [id])).rows[0]?.version;
const sql = async (text: string, values: unknown[] = []): Promise<void> => {
  const { rowCount } = await tests.app.database.pool.query(text, values);
  // A statement that changes nothing would not test the triggers.
  expect(rowCount).toBeGreaterThan(0);
};

/** The stored summaries, which all have to be as those made from the rows now. */
async function storedAsMade(what: string): Promise<Map<string, PlanSummary>> {
  const { db } = tests.app.database;
  const made = await listSummaries(db, await db.select().from(pipReports));
  const stored = await db.select().from(planSummaries).where(eq(planSummaries.version, summaryVersion));
  for (const { planId, summary } of stored)
    expect([what, summary]).toEqual([what, JSON.parse(JSON.stringify(made.get(planId)))]);
  return made;
}
const post = (person: typeof tests.owner, address: string, body?: object) =>
  expectOk(person.post(`/api/${address}`, body), address);
const patchItem = (person: typeof tests.owner, id: string | undefined, body: object) =>
  expectOk(person.patch(`/api/pip-items/${id}`, body), 'Changing an item');
const finding = (areaId: string, fields: object) =>
  post(tests.admin, `area-sessions/${areaId}/issues`, { category: 'stain', severity: 'high', ...fields });

const others =
  'guest_rooms,common_areas,fitness_center,restaurant,meeting_rooms,exterior,back_of_house,safety_equipment';

/** The plans of a case's lobby, pool, inspection and property, of which the lobby has one item that the pool shows too. */
async function sharedPlans() {
  const { run, areas } = await startedRun(tests.owner, tests.admin, others.split(','));
  const [lobby, pool] = areas.filter(({ status }: { status: string }) => status !== 'not_applicable');
  for (const room of ['1', '2', '3', '4', '5', '6']) await finding(lobby.id, { title: `Stain ${room}`, room });
  await finding(lobby.id, { title: 'Crack in the wall', category: 'crack' });
  await finding(pool.id, { title: 'Crack in the deck', category: 'crack' });
  const inspections: string[] = [];
  for (const { id } of [lobby, pool]) {
    await addedPhoto(tests.owner, id);
    inspections.push((await post(tests.owner, `area-sessions/${id}/complete`)).inspectionId);
  }
  const whole: Plan = (await post(tests.owner, `inspection-runs/${run.id}/generate-pip`)).pipReport;
  const ofLobby: Plan = (await post(tests.owner, `area-sessions/${lobby.id}/generate-pip`)).pipReport;
  const ofPool: Plan = (await post(tests.owner, `area-sessions/${pool.id}/generate-pip`)).pipReport;
  const ofInspection: Plan = (await post(tests.owner, `inspections/${inspections[0]}/generate-pip`)).pipReport;
  return { run, lobby, pool, whole, ofLobby, ofPool, ofInspection };
}

describe('the stored summary of a plan', () => {
  it('is removed with every change of it, and is as the rows say after each', async () => {
    const { whole, ofLobby, ofPool, ofInspection, lobby } = await sharedPlans();
    const stains = ofLobby.items.filter(({ title }) => title.startsWith('Stain'));
    const [first, second, third, fourth, fifth] = stains.map(({ id }) => id);
    const crack = ofLobby.items.find(({ title }) => title.startsWith('Crack'))?.id;
    const { owner, admin } = tests;
    const approve = (id: string | undefined, fields = {}) => patchItem(admin, id, { status: 'approved', ...fields });
    const ofAll = [whole, ofLobby, ofInspection];
    let waiting: { requests: { id: string }[] } = { requests: [] };
    let line = '';
    const steps: [what: string, changed: Plan[], change: () => Promise<unknown>][] = [
      ['approved', ofAll, () => approve(first)],
      ['modified', ofAll, () => approve(second, { quantity: 3 })],
      ['an item of two areas', [...ofAll, ofPool], () => approve(crack)],
      ['rejected', ofAll, () => patchItem(admin, third, { status: 'rejected', note: 'Not ours' })],
      ['waived', ofAll, () => patchItem(admin, fourth, { status: 'waived', note: 'Until spring' })],
      ['restored', ofAll, () => patchItem(admin, third, { status: 'pending' })],
      ['rejected again', ofAll, () => patchItem(admin, third, { status: 'rejected', note: 'Not ours' })],
      [
        'a line by hand',
        [whole],
        async () =>
          (line = (
            await post(admin, `pip-reports/${whole.id}/lines`, {
              title: 'Carpet',
              recommendedAction: 'Replace carpet',
              category: 'carpet_wear',
              class: 'soft_goods',
              spending: 'capital',
              priority: 'low',
              quantity: 8,
              unit: 'key',
            })
          ).id),
      ],
      [
        'overheads',
        [whole],
        () =>
          expectOk(
            admin.put(`/api/pip-reports/${whole.id}/overheads`, {
              freightPercent: 5,
              contingencyPercent: 7,
              mobilization: 100,
              designFeePercent: 0,
              afterHoursPercent: 0,
              regionalPercent: 0,
            }),
            'Changing overheads',
          ),
      ],
      [
        'asked',
        ofAll,
        async () =>
          (waiting = await post(owner, `pip-items/${first}/requests`, {
            kind: 'alternative',
            reason: 'Why?',
            proposal: 'Paint',
          })),
      ],
      [
        'answered',
        ofAll,
        () =>
          post(admin, `pip-items/${first}/requests/answer`, {
            requestId: waiting.requests[0]?.id,
            granted: false,
            answer: 'No',
          }),
      ],
      [
        'the rest approved',
        ofAll,
        async () => {
          const { items }: Plan = (await admin.get(`/api/pip-reports/${whole.id}`)).body;
          for (const { id, status } of items) if (status === 'pending') await approve(id);
        },
      ],
      ['sent', [whole], () => post(admin, `pip-reports/${whole.id}/submit`)],
      ['accepted', [whole], () => post(owner, `pip-reports/${whole.id}/accept`)],
      ['line removed', [whole], () => expectOk(admin.delete(`/api/pip-items/${line}/line`), 'Removing a line')],
      ['sent again', [whole], () => post(admin, `pip-reports/${whole.id}/submit`)],
      ['accepted again', [whole], () => post(owner, `pip-reports/${whole.id}/accept`)],
      ['started', ofAll, () => patchItem(owner, first, { status: 'in_progress' })],
      ['reported', ofAll, () => patchItem(owner, first, { status: 'awaiting_verification', actualCost: 77 })],
      ['returned', ofAll, () => patchItem(admin, first, { status: 'in_progress', note: 'Not yet' })],
      ['reported again', ofAll, () => patchItem(owner, first, { status: 'awaiting_verification', actualCost: 78 })],
      ['verified', ofAll, () => patchItem(admin, first, { status: 'completed' })],
      [
        'quoted',
        ofAll,
        () =>
          expectOk(
            owner.put(`/api/pip-items/${fifth}/vendors`, {
              responsible: 'Ada',
              quotes: [{ vendor: 'Smith', amount: 90, date: null, note: null, chosen: true }],
            }),
            'Keeping quotes',
          ),
      ],
      [
        'generated with a new finding',
        ofAll,
        async () => {
          await finding(lobby.id, { title: 'Stain 9', room: '9' });
          await post(owner, `inspection-runs/${whole.runId}/generate-pip`);
        },
      ],
      [
        'a finding in another area',
        [ofLobby, ofPool],
        () =>
          sql(
            `update inspection_issues set area_session_id = $2 where id in (select finding_id from pip_item_findings where item_id = $1)`,
            [crack, lobby.id],
          ),
      ],
      [
        'a further finding deleted',
        [ofLobby, ofInspection],
        () =>
          sql(
            'delete from inspection_issues where id in (select finding_id from pip_item_findings where item_id = $1)',
            [crack],
          ),
      ],
      [
        'an item moved',
        [whole, ofLobby],
        () => sql('update pip_items set pip_report_id = $2 where id = $1', [fifth, ofLobby.id]),
      ],
      ['a request deleted', ofAll, () => sql('delete from pip_requests where item_id = $1', [first])],
      ['an item deleted', ofAll, () => sql('delete from pip_items where id = $1', [fourth])],
      [
        'a version of an erased person',
        [whole],
        () =>
          sql(`update pip_versions set lines = jsonb_set(lines, '{0,title}', '"[erased]"') where pip_report_id = $1`, [
            whole.id,
          ]),
      ],
    ];
    const unseen: string[] = [];
    for (const [what, changed, change] of steps) {
      await refresh();
      expect([what, await versionOf(ofPool)]).toEqual([what, summaryVersion]);
      const before = await storedAsMade(what);
      await change();
      const after = await storedAsMade(what);
      for (const plan of changed) expect([what, await versionOf(plan)]).toEqual([what, 0]);
      const isSeen = changed.some(({ id }) => JSON.stringify(after.get(id)) !== JSON.stringify(before.get(id)));
      if (!isSeen) unseen.push(what);
    }
    await refresh();
    await storedAsMade('at the end');
    // Every other step shows in a summary, or comparing them would prove nothing.
    expect(unseen).toEqual(['started', 'returned', 'verified', 'a further finding deleted', 'a request deleted']);
  });
});
