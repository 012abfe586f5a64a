import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`;

/** Libraries that every screen shares and that change rarely, so that a release keeps them in the browser's cache. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', test: /node_modules\/@tanstack\// },
];

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

/** What the browser gets of others comes with their licences: Vite's list of modules, and the fonts, which it leaves out. */
const licencesFile = 'third-party-licences.txt';
const fonts = ['@fontsource-variable/inter', '@fontsource-variable/source-serif-4'];
const fontLicences: Plugin = {
  name: 'font-licences',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return;
    for (const font of fonts) {
      const text = await readFile(new URL(`../node_modules/${font}/LICENSE`, import.meta.url), 'utf8');
      await appendFile(join(dir, licencesFile), `\n## ${font} (OFL-1.1)\n\n${text.trim()}\n`);
    }
  },
};

/** The server sends these instead of compressing the same file at every visit. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    const folder = dir;
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|html|svg)$/.test(fileName));
    await Promise.all(
      texts.map(async (file) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        await writeFile(join(folder, `${file.fileName}.br`), await promisify(brotliCompress)(content, brotli));
        await writeFile(join(folder, `${file.fileName}.gz`), await promisify(gzip)(content, { level: 9 }));
      }),
    );
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), withoutJsonSchema, precompressed, fontLicences],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: scripts or fonts, and HTTP/2 makes inlining pointless.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: licencesFile },
    rolldownOptions: { output: { codeSplitting: { groups: vendorGroups } } },
  },
  server: {
    proxy: {
      '/api': { target: api },
      '/uploads': { target: api },
      '/ws': { target: api, ws: true },
    },
  },
});
