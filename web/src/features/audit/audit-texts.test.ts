import { describe, expect, it } from 'vitest';
import { actionText, detailRows, subjectText } from '#web/features/audit/audit-texts.ts';

const entry = (fields: object) => ({
  id: '0d5f5f0e-5b0c-4a9d-8f5e-1f6f0d1c2b3a',
  seq: 1,
  userId: '0d5f5f0e-5b0c-4a9d-8f5e-1f6f0d1c2b3a',
  actorName: null,
  action: 'case.created',
  entityType: 'case',
  entityId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  details: null,
  address: null,
  client: null,
  createdAt: '2026-11-21T07:00:00.000Z',
  hash: '',
  ...fields,
});

describe('the texts of the audit log', () => {
  it('fall back to the name of an unknown action', () => {
    expect(actionText('case.created')).toBe('Created a case');
    expect(actionText('pool_gate.left_open')).toBe('Pool gate left open');
  });

  it('name an entity, or show the start of its id', () => {
    expect(subjectText(entry({ details: { caseNumber: 'CASE-20261121-ABCD' } }))).toBe('CASE-20261121-ABCD');
    expect(
      subjectText(entry({ entityType: 'property', details: { name: 'Quay House', caseNumber: 'CASE-20261121-ABCD' } })),
    ).toBe('Property Quay House');
    expect(subjectText(entry({ entityType: 'pip_item', details: { pipReportId: 'x' } }))).toBe('Plan item 7c9e6679');
    expect(subjectText(entry({ entityType: 'cost_catalogue', entityId: 'all' }))).toBe('Cost catalog');
    expect(subjectText(entry({ entityType: 'user', entityId: entry({}).userId }))).toBe('Own account');
  });

  it('list the details as names and values', () => {
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
