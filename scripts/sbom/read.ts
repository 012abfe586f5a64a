import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { licenseReadByEye } from '../licenses/read.ts';
import { nameOf } from '../licenses/rules.ts';

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).optional(),
});
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
type Bom = z.infer<typeof bomSchema>;

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
});

/** `name@version` of everything that is installed with the product. */
function shipped(): Set<string> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return new Set(kept.map(([path, { version }]) => `${nameOf(path)}@${version ?? ''}`));
}

/** Runs the npm that started this process, or the one in PATH. */
function npm(args: string[]): string {
  const script = process.env.npm_execpath;
  const [file, first] = script && basename(script).startsWith('npm') ? [process.execPath, [script]] : ['npm', []];
  const result = spawnSync(file, [...first, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return result.stdout;
  throw new Error(`npm sbom, which npm has from version 10 on, failed. ${result.stderr || String(result.error ?? '')}`);
}

/**
 * Everything that is installed with the product, as CycloneDX: the packages of package-lock.json except those only
 * needed for development. Works without the network.
 */
export function readBom(productName: string): Bom {
  const written = npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--offline',
  ]);
  const bom = bomSchema.parse(JSON.parse(written));
  // npm writes the name of the folder here.
  bom.metadata.component.name = productName;
  // Not with --omit=dev, which also leaves out packages that both the product and a development tool use (npm 11.19).
  const names = shipped();
  bom.components = bom.components.filter(({ name, version }) => names.has(`${name}@${version}`));
  const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((each) => each['bom-ref'])]);
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn?.filter((ref) => refs.has(ref)) }));
  for (const component of bom.components) {
    const license = licenseReadByEye(component.name);
    if (license && !component.licenses?.length) component.licenses = [{ license: { id: license } }];
  }
  return bom;
}
