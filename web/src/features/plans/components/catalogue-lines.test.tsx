import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CostEntry } from '#contract/cost-catalogue.ts';
import { draftOf } from '#web/features/plans/catalogue.ts';
import { CatalogueLines } from '#web/features/plans/components/catalogue-lines.tsx';

const entry: CostEntry = {
  category: 'mould',
  fromSeverity: 'low',
  action: 'Clean and treat',
  unit: 'area',
  costLow: 20_000,
  costHigh: 60_000,
  daysOnSite: 1,
  leadDays: 10,
};
const ignore = () => undefined;
const actions = { onChange: ignore, onLeave: ignore, onReset: ignore, onRemove: ignore, onPutBack: ignore };

function cardText(typed: object): string {
  const draft = { ...draftOf(entry), ...typed };
  const line = { id: 'mould-low', entry, draft, state: 'changed', severity: 'All severities', faults: {} } as const;
  const markup = renderToString(
    <CatalogueLines lines={[{ ...line, replacement: undefined, ownDraft: undefined }]} {...actions} />,
  );
  return markup.replaceAll(/<!-- -->/g, '').replaceAll(/<[^>]*>/g, ' ');
}

it('a closed card shows typed amounts once they are valid, and saved amounts until then', () => {
  expect(cardText({ costHigh: '650.50' })).toContain('$200–650.50 per area · 1 day · 10 lead days');
  expect(cardText({ costHigh: '1,000' })).toContain('$200–1,000 per area');
  for (const costHigh of ['6oo', '1,00', '']) {
    expect(cardText({ costHigh })).toContain('$200–600 per area');
    expect(cardText({ costHigh })).not.toContain('NaN');
  }
});
