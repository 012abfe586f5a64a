import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');
const verdicts = ['yes', 'partly', 'no', 'not applicable'];

/** The texts in backticks that look like files of the repository; addresses of the server start with a slash. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:md|json|ts))`/g)].map(([, path = '']) => path);

interface Row {
  chapter: string;
  number: string;
  level: string;
  requirement: string;
  verdict: string;
  proof: string;
}

const rows: Row[] = page.split(/^### /m).flatMap((part) => {
  const chapter = /^(V\d+[^\n(]*)/.exec(part)?.[1]?.trim() ?? '';
  return [...part.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
    ([, number = '', level = '', requirement = '', verdict = '', proof = '']) => ({
      chapter,
      number,
      level,
      requirement,
      verdict,
      proof,
    }),
  );
});

describe('docs/security.md', () => {
  it('names no file that does not exist', () => {
    expect(filesIn(page).length).toBeGreaterThan(100);
    expect(filesIn(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('lists each requirement once, in its chapter and in order', () => {
    const order = ({ number }: Row) => number.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
    expect(rows.map(({ number }) => number)).toEqual(
      rows.toSorted((a, b) => order(a) - order(b)).map(({ number }) => number),
    );
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    for (const row of rows) expect(row.chapter).toMatch(new RegExp(`^V${row.number.split('.')[0]} `));
    expect(page).toContain(`There are ${rows.length} rows`);
  });

  it('has a verdict for each, and the proof or the reason why it is missing', () => {
    for (const { level, number, proof, verdict } of rows) {
      expect(verdicts, number).toContain(verdict);
      expect(['1', '2'], number).toContain(level);
      expect(proof, number).toMatch(/\w{3}/);
      // 'above' refers to a section of the page itself, for what has to be documented.
      if (verdict === 'yes') expect(filesIn(proof).length > 0 || proof.startsWith('above'), number).toBe(true);
    }
  });

  it('has the right totals', () => {
    const figures = (chapter: string | null) =>
      verdicts.map(
        (verdict) => rows.filter((row) => row.verdict === verdict && (!chapter || row.chapter === chapter)).length,
      );
    for (const chapter of new Set(rows.map((row) => row.chapter)))
      expect(page).toContain(`| ${chapter} | ${figures(chapter).join(' | ')} |`);
    expect(page).toContain(`| all | ${figures(null).join(' | ')} |`);
  });
});
