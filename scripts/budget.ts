/**
 * Checks that the JavaScript that a screen loads before anything is pressed stays within its budget, and that the sign-in screen
 * loads nothing that only other screens need. `node scripts/run.mjs scripts/budget.ts` builds the web into a temporary folder and prints the figures.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { openedFirst } from '../web/build/chunks.ts';

/** Bytes after gzip: the size today, and a few hundred to grow. */
const budgets = {
  'sign-in': 105_600,
  home: 194_500,
  admin: 194_300,
  monitoring: 263_800,
  area: 254_200,
} as const;
/** Libraries that the sign-in screen must not load; other screens load them when needed. */
const neverOnSignIn = [
  'features/uploads/',
  '@visx/',
  'radix-ui/react-dialog',
  'features/frames/',
  'features/analytics/',
  'mediabunny',
  'node_modules/zod/',
  'react-hook-form',
  '@tanstack/router-core',
];
const everyApp = ['main.tsx', 'app/start.tsx'];
/** The modules that each screen loads by itself. */
const screens: Record<keyof typeof budgets, readonly string[]> = {
  'sign-in': ['main.tsx', 'app/start-sign-in.tsx'],
  home: [...everyApp, ...openedFirst.home],
  admin: [...everyApp, ...openedFirst.admin],
  monitoring: [...everyApp, ...openedFirst.monitoring],
  area: [...everyApp, ...openedFirst.area],
};

interface Chunk {
  imports: string[];
  moduleIds: string[];
  bytes: number;
}

async function chunksOfBuild(): Promise<Map<string, Chunk>> {
  const folder = mkdtempSync(join(tmpdir(), 'innspect-budget-'));
  const chunks = new Map<string, Chunk>();
  try {
    await build({
      configFile: 'web/vite.config.ts',
      logLevel: 'error',
      build: { outDir: folder },
      plugins: [
        {
          name: 'budget',
          writeBundle(_options, bundle) {
            for (const file of Object.values(bundle)) {
              if (file.type !== 'chunk') continue;
              const { imports, moduleIds } = file;
              chunks.set(file.fileName, { imports, moduleIds, bytes: gzipSync(file.code, { level: 9 }).length });
            }
          },
        },
      ],
    });
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const inlined = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => text).join('');
    chunks.set('index.html', { imports: [], moduleIds: [], bytes: gzipSync(inlined).length });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return chunks;
}

function withImports(start: readonly string[], chunks: ReadonlyMap<string, Chunk>): Set<string> {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(chunks.get(name)?.imports ?? []));
  }
  return found;
}

const screenNames = Object.keys(budgets) as (keyof typeof budgets)[];

/** The size of what each screen loads, in bytes of gzip, and the faults. */
export async function checkBudget(): Promise<{ bytes: Record<keyof typeof budgets, number>; faults: string[] }> {
  const chunks = await chunksOfBuild();
  const faults: string[] = [];
  const fileOf = (module: string): string => {
    const found = [...chunks].find(([, { moduleIds }]) => moduleIds.some((id) => id.endsWith(`web/src/${module}`)));
    if (!found) faults.push(`${module} was not found in the build.`);
    return found?.[0] ?? '';
  };
  const loadedBy = (screen: keyof typeof budgets) =>
    withImports(['index.html', ...screens[screen].map(fileOf)], chunks);
  const sizeOf = (screen: keyof typeof budgets): number => {
    const bytes = [...loadedBy(screen)].reduce((sum, name) => sum + (chunks.get(name)?.bytes ?? 0), 0);
    if (bytes > budgets[screen])
      faults.push(`${screen}: ${bytes} bytes of JavaScript (gzip) before a press; the budget is ${budgets[screen]}.`);
    return bytes;
  };
  for (const name of loadedBy('sign-in'))
    for (const part of neverOnSignIn)
      if (chunks.get(name)?.moduleIds.some((id) => id.includes(part)))
        faults.push(`${part} is loaded before signing in, in ${name}.`);
  const bytes = Object.fromEntries(screenNames.map((name) => [name, sizeOf(name)]));
  return { bytes: bytes as Record<keyof typeof budgets, number>, faults };
}

if (import.meta.main) {
  const { bytes, faults } = await checkBudget();
  for (const screen of screenNames)
    process.stdout.write(`JavaScript of ${screen} before a press: ${bytes[screen]} bytes gzip of ${budgets[screen]}\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
