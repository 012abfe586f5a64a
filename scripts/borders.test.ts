import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cruise } from './borders.ts';

/** The violations in a tree with these files, as 'rule: from'. */
function violationsIn(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'innspect-borders-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries({ 'tsconfig.json': '{}', ...files })) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return cruise(root).violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

it('every way to import a type is detected, and so is a cycle of types', () => {
  const later = '../plans/plans.rules.ts';
  const violations = violationsIn({
    'server/plans/plans.rules.ts': 'export interface Plan { id: string }\n',
    'server/users/a.ts': `import type { Plan } from '${later}';\nexport type A = Plan;\n`,
    'server/users/b.ts': `import { type Plan } from '${later}';\nexport type B = Plan;\n`,
    'server/users/c.ts': `export type { Plan } from '${later}';\n`,
    'contract/a.ts': "import type { B } from './b.ts';\nexport type A = B | null;\n",
    'contract/b.ts': "import type { A } from './a.ts';\nexport type B = A[];\n",
  });
  const early = ['a', 'b', 'c'].map((name) => `users stands before what it uses: server/users/${name}.ts`);
  expect(violations.toSorted()).toEqual(['no cycles between files: contract/a.ts', ...early]);
});
