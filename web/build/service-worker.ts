import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** Not precached by themselves: admin screens, rare fonts, license texts. */
const needsConnection =
  /\/(admin|analytics|catalogue|audit)[\w-]*-[\w-]{8}\.js$|-(cyrillic|greek|vietnamese)[\w-]*\.woff2$|\.txt$/;

const publicFolder = fileURLToPath(new URL('../public', import.meta.url));
const revisionOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The files to precache. A file that one of them imports is among them whatever its name, or that one could not be run. */
function keptOffline(bundle: Rolldown.OutputBundle): Set<string> {
  const kept = new Set<string>();
  const open = Object.keys(bundle).filter(
    (name) => /\.(js|css|html|woff2)$/.test(name) && !needsConnection.test(`/${name}`),
  );
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const file = bundle[name];
    if (!file || kept.has(name)) continue;
    kept.add(name);
    if (file.type === 'chunk') open.push(...file.imports);
  }
  return kept;
}

/**
 * Builds the service worker after the app and gives it the list of files to precache. Browsers without service
 * workers read the same list from screen-files.json. Files with a hash in their name need no revision; the page and
 * the public files do.
 */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    const kept = keptOffline(bundle);
    const built = Object.values(bundle)
      .filter(({ fileName }) => kept.has(fileName))
      .map((file) => ({
        url: `/${file.fileName}`,
        revision: file.fileName.startsWith('assets/')
          ? null
          : revisionOf(file.type === 'chunk' ? file.code : file.source),
      }));
    const screenFiles = built.map(({ url }) => url).filter((url) => /\.(js|css)$/.test(url));
    await writeFile(join(dir, 'screen-files.json'), JSON.stringify(screenFiles));
    const names = (await readdir(publicFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const published = await Promise.all(
      names.map(async (name) => ({
        url: name.slice(publicFolder.length).replaceAll('\\', '/'),
        revision: revisionOf(await readFile(name)),
      })),
    );
    await build({
      configFile: false,
      root: fileURLToPath(new URL('..', import.meta.url)),
      publicDir: false,
      logLevel: 'error',
      define: {
        PRECACHED_FILES: JSON.stringify([...built, ...published]),
        'process.env.NODE_ENV': JSON.stringify('production'),
      },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: {
          input: fileURLToPath(new URL('../src/service-worker/worker.ts', import.meta.url)),
          output: { entryFileNames: 'service-worker.js', format: 'iife' },
        },
      },
    });
  },
};
