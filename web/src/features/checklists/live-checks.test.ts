import { expect, it } from 'vitest';
import type { ChecklistItem } from '#contract/checklists.ts';
import { toLiveCheck } from '#web/features/checklists/live-checks.ts';

const item: ChecklistItem = {
  id: '8a4ce4a3-6ed2-46a6-8e70-b5b1b5a04c05',
  title: 'Bathroom grout and caulk free of mold',
  critical: false,
  category: 'mould',
  sortOrder: 13,
  result: null,
  note: null,
  severity: null,
  aiHint: null,
};

it.each<[string, Partial<ChecklistItem>, object]>([
  ['nobody has answered', {}, { completed: false, aiVerified: false, confidence: null, issue: null, description: '' }],
  ['is critical', { critical: true }, { description: 'Critical item' }],
  [
    'has a note',
    { critical: true, result: 'fail', note: 'Behind the tub' },
    { completed: true, description: 'Behind the tub' },
  ],
  [
    'the AI speaks against',
    { aiHint: { result: 'fail', confidence: 91, issue: 'Mold growth', issueId: item.id } },
    { completed: false, aiVerified: true, confidence: 91, issue: 'Mold growth' },
  ],
])('a check that %s [3.checklistitem.1]', (_, fields, expected) => {
  expect(toLiveCheck({ ...item, ...fields })).toEqual({
    id: item.id,
    title: item.title,
    description: '',
    category: 'Mold',
    completed: false,
    aiVerified: false,
    confidence: null,
    issue: null,
    ...expected,
  });
});
