import { randomBytes } from 'node:crypto';
import type { TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, addedProperty, addedRecording, expectOk, startedInspection, startedRun } from '#test/factories.ts';

/** The senders of requests: a visitor, another owner, the owner of everything here, an admin. */
export const roles = ['visitor', 'stranger', 'owner', 'admin'] as const;
export type Role = (typeof roles)[number];

/** An owner with a record of every kind, and users who may or may not see them. */
export interface World {
  clients: { visitor: Client } & Record<Exclude<Role, 'visitor'>, Awaited<ReturnType<TestApp['person']>>>;
  /** The ids of the owner's records, by the address segment that precedes them. */
  ids: Record<string, string[]>;
  /** Words that only occur in the owner's records. */
  secrets: string[];
}

const idOf = ({ id }: { id: string }): string => id;

/** Creates new users and one record of each kind, whose texts are unique. */
export async function createWorld(app: TestApp): Promise<World> {
  const mark = randomBytes(6).toString('hex');
  const [admin, owner, stranger] = [
    await app.person('admin'),
    await app.person('property'),
    await app.person('property'),
  ];
  const name = `Kestrel ${mark}`;
  const {
    case: linked,
    run,
    areas,
    property,
  } = await startedRun(owner, admin, ['pool'], {
    propertyName: name,
    notes: `Key ${mark}`,
  });
  const area = areas[0]?.id ?? '';
  const photo = await addedPhoto(owner, area, { description: `Cellar ${mark}` });
  const finding = await expectOk(
    owner.post(`/api/area-sessions/${area}/issues`, { title: `Crack ${mark}`, severity: 'high', category: 'crack' }),
    'Adding a finding',
  );
  const plan = await expectOk(owner.post(`/api/area-sessions/${area}/generate-pip`), 'Making a plan');
  const inspection = await startedInspection(owner, property, 'Lobby');
  const recording = await addedRecording(owner, inspection.id);
  const message = await expectOk(
    owner.post('/api/messages', { toUserId: admin.user.id, content: `Hello ${mark}` }),
    'Writing a message',
  );
  await addedProperty(stranger);
  const ids = {
    properties: [property.id],
    'inspection-cases': [linked?.id ?? ''],
    'inspection-runs': [run.id],
    'area-sessions': areas.map(idOf),
    photos: [photo.id],
    issues: [finding.id],
    'pip-reports': [plan.pipReport.id],
    'pip-items': plan.pipReport.items.map(idOf),
    inspections: [inspection.id],
    recordings: [recording.id],
    messages: [message.id],
    users: [owner.user.id],
  };
  return { clients: { visitor: app.visitor(), stranger, owner, admin }, ids, secrets: [mark, owner.user.email] };
}
