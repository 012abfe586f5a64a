import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** Not precached: admin screens, rare fonts, license texts. */
const needsConnection =
  /\/(admin|analytics|catalogue|audit)[\w-]*-[\w-]{8}\.js$|-(cyrillic|greek|vietnamese)[\w-]*\.woff2$|\.txt$/;

const publicFolder = fileURLToPath(new URL('../public', import.meta.url));
const revisionOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16);

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
    const built = Object.values(bundle)
      .filter(({ fileName }) => /\.(js|css|html|woff2)$/.test(fileName) && !needsConnection.test(`/${fileName}`))
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
