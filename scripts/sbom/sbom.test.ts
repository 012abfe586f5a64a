import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  hashes?: { alg: string }[];
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

let folder: string;
let bom: {
  bomFormat: string;
  metadata: { component: { 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  const file = join(folder, 'sbom.json');
  const result = spawnSync(process.execPath, ['scripts/sbom.ts', file], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  bom = JSON.parse(readFileSync(file, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const licenseOf = ({ licenses }: Component): string[] =>
  licenses?.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '') ?? [];

describe('the bill of materials', () => {
  it('is CycloneDX of this product', () => {
    expect(bom.bomFormat).toBe('CycloneDX');
    expect(bom.metadata.component).toMatchObject({ name, version, type: 'application' });
  });

  it.each(Object.entries(dependencies))('names %s %s with its license', (dependency, locked) => {
    const found = bom.components.filter((each) => each.name === dependency && each.version === locked);
    expect(found).toHaveLength(1);
    expect(found.flatMap(licenseOf).join()).toMatch(/\S/);
  });

  it('has a version, a license and a hash for every component', () => {
    for (const component of bom.components) {
      expect(component.version, component.name).toMatch(/^\d/);
      expect(licenseOf(component).join(), component.name).toMatch(/\S/);
      expect(component.hashes?.[0]?.alg, component.name).toBe('SHA-512');
    }
  });

  it('states the dependencies between its components, and no others', () => {
    const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((each) => each['bom-ref'])]);
    const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...(dependsOn ?? [])]);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
    expect(bom.dependencies).toHaveLength(refs.size);
  });

  it('leaves out what is only needed for development', () => {
    const listed = new Set(bom.components.map((each) => each.name));
    const alone = ['vitest', '@playwright/test', 'oxlint', 'typescript'];
    expect(alone.every((each) => each in devDependencies)).toBe(true);
    expect(alone.filter((each) => listed.has(each))).toEqual([]);
  });
});

it('requires the name of the file to write', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.ts'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'Name the file to write: npm run sbom -- FILE\n']);
});
