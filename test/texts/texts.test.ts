import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { findingCategories, scoreDimensions, severities } from '#contract/finding-categories.ts';
import { lineTemplates } from '#contract/line-templates.ts';
import { recommend } from '#server/analysis/recommendations.rules.ts';
import { costLines, costLinesOfVersion, planFigures } from '#server/plans/plans.rules.ts';
import { dueByPhase, notSampled } from '#server/plans/versions/versions.rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { spanish } from '#contract/translations/spanish.ts';
import catalogue from '#contract/translations/es.json' with { type: 'json' };
import { codeTexts, mailLines, refusals } from './texts.ts';

const { texts, counted, served, mails } = catalogue as Record<'texts' | 'served' | 'mails', Record<string, string>> & {
  counted: Record<string, Record<string, string>>;
};
const code = codeTexts();
const valuesIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ');
const missing = (wanted: Iterable<string>): string[] =>
  [...new Set(wanted)].filter((text) => !(text in texts) && !(text in served) && !(text in mails));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const column = async (query: string): Promise<string[]> =>
  (await database.db.execute<{ text: string }>(sql.raw(query))).rows.map(({ text }) => text);

describe('the Spanish catalogue', () => {
  it('has every text of the pages that owners read, and no text that they no longer contain', () => {
    expect([...code.texts].filter((text) => !(text in texts))).toEqual([]);
    expect(Object.keys(texts).filter((text) => !code.texts.has(text))).toEqual([]);
  });

  it('covers every text on these pages', () => {
    expect(code.outside).toEqual([]);
  });

  it('keeps the values of every text', () => {
    expect(Object.entries(texts).filter(([from, to]) => valuesIn(from) !== valuesIn(to))).toEqual([]);
    expect(Object.entries(mails).filter(([from, to]) => valuesIn(from) !== valuesIn(to))).toEqual([]);
    const invented = Object.entries(served).filter(([from, to]) =>
      (to.match(/\{\w+\}/g) ?? []).some((value) => !from.includes(value)),
    );
    expect(invented).toEqual([]);
  });

  it('has all forms of every counted word', () => {
    expect([...code.counted].filter((word) => !counted[word]?.one || !counted[word].other)).toEqual([]);
  });

  it('counts one thing in the singular', () => {
    const one = (text: string): string => `${counted[text]?.one}`;
    const say = (text: string, values: Record<string, string | number>): string =>
      (texts[text] ?? served[text] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`);
    expect([
      say('{days} left', { days: `1 ${one('day')}` }),
      say('{number} due this quarter', { number: 1 }),
      say(' · {notApplicable} not applicable', { notApplicable: 1 }),
      say('{answered} of {checks} done, {failed} failed', { answered: 2, checks: '12 puntos', failed: 1 }),
      say('{findings} dismissed or resolved', { findings: 1 }),
      say('{analyzing} remaining', { analyzing: 1 }),
      say('{files} selected', { files: `1 ${one('file')}` }),
    ]).toEqual([
      'vence en 1 día',
      '1 por vencer este trimestre',
      ' · no aplica: 1',
      '2 de 12 puntos listos, sin cumplir: 1',
      'descartados o resueltos: 1',
      '1 por analizar',
      'Selección: 1 archivo',
    ]);
  });

  it('knows the areas in sentences', () => {
    expect(catalogue.areas).toEqual(['all areas', ...areaCodes.map((code) => code.replaceAll('_', ' '))]);
  });

  it("has the server's texts for areas, checks, costs and advice", async () => {
    const sent = [
      ...(await column('SELECT name AS text FROM inspection_areas UNION SELECT description FROM inspection_areas')),
      ...(await column('SELECT title AS text FROM area_checklist_items')),
      ...(await column('SELECT finding_title AS text FROM area_checklist_items')),
      ...(await column('SELECT action AS text FROM area_checklist_items')),
      ...(await column('SELECT action AS text FROM cost_catalogue')),
      // The former actions of checks, which decided and accepted items still show.
      'Clean the carpet and lay it flat, or replace it.',
      'Clean the carpet and mend the seam, or replace it.',
      'Mend or replace the wallcovering.',
      'Repair or replace the emergency phone.',
      'Repair or replace the fixture.',
      'Repair or replace the screen.',
      // Values of a plan's lines.
      dueByPhase,
      notSampled,
      ...scoreDimensions,
      ...lineTemplates.flatMap(({ title, action }) => [title, action]),
      ...findingCategories.flatMap((category) =>
        severities.flatMap((severity) => {
          const { title, description, recommendedAction } = recommend(category, severity);
          return [title, description, recommendedAction.replace(/ at once\.$/, '.')];
        }),
      ),
    ];
    expect(sent.length).toBeGreaterThan(400);
    expect(missing(sent)).toEqual([]);
  });

  it('has the lines of the computation of a plan, with their percentages', () => {
    const percent = 12.5;
    const settings = {
      crews: 1,
      freightPercent: percent,
      contingencyPercent: percent,
      mobilization: 50_000,
      designFeePercent: percent,
      afterHoursPercent: percent,
      regionalPercent: percent,
    };
    const cost = { costLow: 100_000, estimatedCost: 100_000, costHigh: 100_000, ffe: true, daysOnSite: 1, leadDays: 0 };
    const item = {
      id: '1',
      priority: 'high',
      horizonMonths: null,
      status: 'approved',
      noLongerNeeded: null,
      ...cost,
    } as const;
    const lines = costLines(planFigures([item], settings), settings).map(({ label }) => label);
    expect(lines).toHaveLength(7);
    expect(lines.filter((line) => spanish.sentence(line) === line)).toEqual([]);
    expect(missing(costLinesOfVersion({ works: 1, total: 2 }, null).map(({ label }) => label))).toEqual([]);
    expect(spanish.sentence('Freight and tax, 12.5% of FF&E')).toBe('Flete e impuestos, 12.5% de FF&E');
  });

  it('has every line of the e-mails', () => {
    const lines = [
      ...mailLines('server/**/*.mails.ts'),
      ...mailLines('server/users/accounts/account-notices.ts'),
      ...mailLines('server/platform/mail/template.ts').filter((line) => /^(Dear|Hello)/.test(line)),
    ];
    expect(lines.length).toBeGreaterThan(90);
    expect(missing(lines)).toEqual([]);
  });

  it('has the errors that owners can get', () => {
    const modules =
      'areas,checklists,findings,frames,inspections,messages,notifications,personal-data,photos,plans,properties,recordings,uploads';
    const sentences = [
      ...refusals(`server/{${modules}}/**/*.errors.ts`),
      ...refusals('contract/{areas,cases,checklists,common,findings,inspections,messages,money}.ts'),
      ...refusals(
        'contract/{photo-marks,photos,plan-line-input,plan-requests,plans,properties,second-factor,users}.ts',
      ),
    ];
    expect(sentences.length).toBeGreaterThan(150);
    expect(missing(sentences)).toEqual([]);
  });
});
