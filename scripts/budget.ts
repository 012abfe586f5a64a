/**
 * Checks that the JavaScript of the sign-in screen stays within its budget and contains nothing that only other screens
 * need. `node scripts/run.mjs scripts/budget.ts` builds the web into a temporary folder and prints the figures.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Bytes after gzip. */
const budget = 170_000;
/** Libraries that the sign-in screen must not load; other screens load them when needed. */
const neverOnSignIn = [
  'features/uploads/',
  '@visx/',
  'radix-ui/react-dialog',
  'features/frames/',
  'features/analytics/',
  'mediabunny',
];
const shownBeforeSignIn = [
  'web/src/main.tsx',
  'web/src/app/start.tsx',
  'web/src/routes/auth.tsx',
  'web/src/features/users/components/passkey-sign-in.tsx',
];

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
    // A separate script sets the theme before the first paint.
    chunks.set('theme.js', {
      imports: [],
      moduleIds: [],
      bytes: gzipSync(readFileSync(join(folder, 'theme.js'))).length,
    });
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

/** The size of everything that the sign-in screen loads, in bytes after gzip, and the faults. */
export async function checkBudget(): Promise<{ bytes: number; faults: string[] }> {
  const chunks = await chunksOfBuild();
  const start = [...chunks].filter(([, { moduleIds }]) =>
    shownBeforeSignIn.some((path) => moduleIds.some((id) => id.endsWith(path))),
  );
  const faults = start.length < shownBeforeSignIn.length ? ['The sign-in screen was not found in the build.'] : [];
  const loaded = withImports(['theme.js', ...start.map(([name]) => name)], chunks);
  let bytes = 0;
  for (const name of loaded) {
    const chunk = chunks.get(name);
    bytes += chunk?.bytes ?? 0;
    for (const part of neverOnSignIn) {
      if (chunk?.moduleIds.some((id) => id.includes(part)))
        faults.push(`${part} is loaded before signing in, in ${name}.`);
    }
  }
  if (bytes > budget) faults.push(`${bytes} bytes of JavaScript (gzip) before signing in; the budget is ${budget}.`);
  return { bytes, faults };
}

if (import.meta.main) {
  const { bytes, faults } = await checkBudget();
  process.stdout.write(`JavaScript before signing in: ${bytes} bytes gzip of ${budget}\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
