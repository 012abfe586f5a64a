import { randomBytes } from 'node:crypto';
import type { TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, addedProperty, addedRecording, expectOk, startedInspection, startedRun } from '#test/factories.ts';

/** Who sends a request: nobody, another owner, the owner of everything here, an admin. */
export const roles = ['visitor', 'stranger', 'owner', 'admin'] as const;
export type Role = (typeof roles)[number];

/** An owner with something of everything, and those who may or may not see it. */
export interface World {
  clients: { visitor: Client } & Record<Exclude<Role, 'visitor'>, Awaited<ReturnType<TestApp['person']>>>;
  /** Ids of the owner's things, by the part of an address that they stand behind. */
  ids: Record<string, string[]>;
  /** Words that stand nowhere but in the owner's things. */
  secrets: string[];
}

const idOf = ({ id }: { id: string }): string => id;

/** Makes new people and one of each thing, whose texts are unlike any other. */
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
