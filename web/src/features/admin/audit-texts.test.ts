import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pipItemStatuses, pipStatuses } from '#contract/reports.ts';
import { actionText, auditKinds, detailRows, isKnownAction, subjectText } from '#web/features/admin/audit-texts.ts';

const entry = (fields: object) => ({
  id: '0d5f5f0e-5b0c-4a9d-8f5e-1f6f0d1c2b3a',
  seq: 1,
  userId: '0d5f5f0e-5b0c-4a9d-8f5e-1f6f0d1c2b3a',
  actorName: null,
  action: 'case.created',
  entityType: 'case',
  entityId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  details: null,
  createdAt: '2026-11-21T07:00:00.000Z',
  hash: '',
  ...fields,
});

/** Every action and kind that the server's sources write into the log by name. */
async function written(): Promise<{ actions: string[]; kinds: string[] }> {
  const files = await readdir('server', { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found: { actions: string[]; kinds: string[] } = { actions: [], kinds: [] };
  for (const file of sources) {
    const text = await readFile(join('server', file), 'utf8');
    for (const [, first, kind] of text.matchAll(/\baudit\(\s*([^,]*),\s*'(\w+)'/g)) {
      found.kinds.push(kind ?? '');
      found.actions.push(...Array.from((first ?? '').matchAll(/'(\w+\.\w+)'/g), ([, action]) => action ?? ''));
    }
  }
  return found;
}

describe('the words of the audit log', () => {
  it('are there for everything that the server writes', async () => {
    const { actions, kinds } = await written();
    expect(actions.length).toBeGreaterThan(40);
    const made = [...pipStatuses.map((status) => `pip.${status}`), ...pipItemStatuses.map((to) => `pip_item.${to}`)];
    expect([...actions, ...made].filter((action) => !isKnownAction(action))).toEqual([]);
    expect(kinds.filter((kind) => !(kind in auditKinds))).toEqual([]);
  });

  it('spell out what is new to them', () => {
    expect(actionText('case.created')).toBe('Created a case');
    expect(actionText('pool_gate.left_open')).toBe('Pool gate left open');
  });

  it('call a thing by its name, else by the start of its id', () => {
    expect(subjectText(entry({ details: { caseNumber: 'CASE-20261121-ABCD' } }))).toBe('CASE-20261121-ABCD');
    expect(
      subjectText(entry({ entityType: 'property', details: { name: 'Quay House', caseNumber: 'CASE-20261121-ABCD' } })),
    ).toBe('Property Quay House');
    expect(subjectText(entry({ entityType: 'pip_item', details: { pipReportId: 'x' } }))).toBe('Plan item 7c9e6679');
    expect(subjectText(entry({ entityType: 'cost_catalogue', entityId: 'all' }))).toBe('Cost catalogue');
    expect(subjectText(entry({ entityType: 'user', entityId: entry({}).userId }))).toBe('Own account');
  });

  it('show the details as names and values', () => {
    expect(
      detailRows({ ownerEmail: 'a@b.example', invited: false, fields: ['email', 'firstName'], note: null }),
    ).toEqual([
      { name: 'Owner email', value: 'a@b.example' },
      { name: 'Invited', value: 'no' },
      { name: 'Fields', value: 'email, firstName' },
      { name: 'Note', value: 'none' },
    ]);
    expect(detailRows(null)).toEqual([]);
  });
});
