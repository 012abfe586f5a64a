import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { screenGroups } from './build/chunks.ts';
import { directImports } from './build/direct-imports.ts';
import { firstPaint } from './build/first-paint.ts';
import { filesAhead, smallerFont } from './build/first-visit.ts';
import { serviceWorker } from './build/service-worker.ts';

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`;

/** What is one file whichever screens use it; libraries change rarely, so that a release keeps them in the browser's cache. */
const sharedGroups = [
  // All that main.tsx imports. Whatever else lay beside it would run before the texts are loaded.
  {
    name: 'language',
    test: /contract\/(language|lazily)\.ts$|web\/src\/lib\/(language|next-task)\.ts$|preload-helper/,
  },
  // What every screen behind the sign-in checks answers with; the sign-in screen itself does without.
  // In two files, because each runs in a task of its own.
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'schemas', test: /contract\/(users|usernames|common)\.ts$/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  // Lists, the router and leave guards are no part of the sign-in screen.
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/(query-core|react-query)\/(?!.*(InfiniteQuery\.|infiniteQueryObserver))/,
  },
  // What every page loads at once.
  {
    name: 'start',
    test: /web\/src\/(app\/(providers|search|search-params|lazy-toaster)|lib\/(auth|api|api-error|raw|csrf|proof|query|session-end|toast|cached-answers|push-account|names|page-title|app-config|typed-early|install|first-touch)|ui\/(field-box|states|button|spinner|tabs|logo|site-footer|page-link)|service-worker\/cached-answers)\.tsx?$|@radix-ui\/react-(slot|compose-refs)\/|class-variance-authority|icons\/(check|circle-exclamation-point)\.mjs$/,
  },
  { name: 'lucide', test: /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/ },
  {
    name: 'forms',
    test: /web\/src\/(ui\/(field|input|checkbox|radio-group)|features\/users\/components\/(password-input|role-choices))\.tsx?$|icons\/(eye|eye-off)\.mjs/,
  },
  // After what the sign-in loads: a group takes with it what its modules import.
  {
    name: 'router',
    test: /node_modules\/@tanstack\/(?!.*(InfiniteQuery\.|infiniteQueryObserver|useBlocker))|web\/src\/app\/(start|app|router|not-found)\.tsx$/,
  },
  // Forms of every kind use it; the screens that open first have none of them.
  { name: 'form-library', test: /node_modules\/(react-hook-form|@hookform)\// },
  ...screenGroups,
];

/** What every page loads before any screen, so that no screen has to name it. */
const loadedFirst =
  /\/(rolldown-runtime|react|queries|lucide|forms|zod|schemas|language|start|common|signed-in)-[\w-]+\.js$/;

/**
 * Every zod schema carries a toJSONSchema method, 5 KB gzip of it. Only the server makes JSON Schema (for OpenAPI):
 * in the web the method throws instead.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
      const refuse = "() => () => { throw new Error('JSON Schema is made by the server only'); }";
      return { code: names.map((name) => `export const ${name} = ${refuse};`).join('\n'), map: null };
    },
  },
};

/** Bundled libraries ship with their licenses, from Vite's list of modules and the ones that the list leaves out. */
const licensesFile = 'third-party-licenses.txt';
const leftOut = [
  { name: '@fontsource-variable/inter', license: 'OFL-1.1' },
  { name: '@fontsource/source-serif-4', license: 'OFL-1.1' },
  { name: 'workbox-core', license: 'MIT' },
  // Named by Vite without a text, because its package has none; its WebAssembly is not a module.
  { name: 'onnxruntime-web', license: 'MIT', text: new URL('build/onnxruntime-license.txt', import.meta.url) },
];
const furtherLicenses: Plugin = {
  name: 'further-licenses',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return;
    for (const { name, license, text: path = new URL(`../node_modules/${name}/LICENSE`, import.meta.url) } of leftOut) {
      const text = await readFile(path, 'utf8');
      await appendFile(join(dir, licensesFile), `\n## ${name} (${license})\n\n${text.trim()}\n`);
    }
  },
};

const publicFolder = fileURLToPath(new URL('public', import.meta.url));

const largeFile = 1024 ** 2;

/** The server sends these instead of compressing the same file at every visit. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    const folder = dir;
    const isText = (name: string) => /\.(m?js|css|html|svg|wasm|json)$/.test(name);
    const built = Object.values(bundle).filter(({ fileName }) => isText(fileName));
    const contents = built.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const);
    const published = await readdir(publicFolder).then((names) => names.filter(isText));
    for (const name of published) {
      contents.push([name, await readFile(join(publicFolder, name), 'utf8')]);
    }
    await Promise.all(
      contents.map(async ([fileName, source]) => {
        const content = Buffer.from(source);
        // The best takes 7% less than 9, and 20 seconds for the 11 MB of WebAssembly.
        const quality = content.length > largeFile ? 9 : constants.BROTLI_MAX_QUALITY;
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
        await writeFile(join(folder, `${fileName}.br`), await promisify(brotliCompress)(content, brotli));
        await writeFile(join(folder, `${fileName}.gz`), await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    // The files of the engine that the page also runs, and the program that runs them.
    alias: {
      '#models': fileURLToPath(new URL('../server/analysis/engine/builtin', import.meta.url)),
      // Of every dialog and menu; the policy allows no style elements that scripts add.
      'react-style-singleton': fileURLToPath(new URL('src/lib/style-singleton.ts', import.meta.url)),
      '#runtime': fileURLToPath(new URL('../node_modules/onnxruntime-web/dist', import.meta.url)),
    },
  },
  worker: { format: 'es' },
  plugins: [
    react(),
    tailwindcss(),
    directImports,
    withoutJsonSchema,
    smallerFont,
    filesAhead,
    firstPaint,
    precompressed,
    furtherLicenses,
    serviceWorker,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: scripts or fonts, and HTTP/2 makes inlining pointless.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((path) => !loadedFirst.test(path)),
    },
    license: { fileName: licensesFile },
    // Making a schema has no effect, so those that nothing uses are left out.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] }, output: { codeSplitting: { groups: sharedGroups } } },
  },
  server: {
    proxy: {
      '/api': { target: api },
      '/uploads': { target: api },
      '/ws': { target: api, ws: true },
    },
  },
});
