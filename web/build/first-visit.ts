import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { minify, type Plugin, type Rolldown } from 'vite';
import { openedFirst } from './chunks.ts';

const styles = new URL('../../node_modules/@fontsource-variable/inter/index.css', import.meta.url);

/** The characters in the `unicode-range` of the Latin font file, which decides when browsers load it. */
async function latinCharacters(): Promise<string> {
  const ranges = /-latin-wght-normal\.woff2[^}]*?unicode-range: ([^;]+);/.exec(await readFile(styles, 'utf8'))?.[1];
  if (!ranges) throw new Error('The styles of the font name no range of Latin characters');
  return ranges
    .split(',')
    .map((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
    })
    .join('');
}

/**
 * Removes the weights and features that no style uses from the text font that every visit loads, which saves half of
 * its bytes. The heading font comes in its one weight, and is left unchanged because its license reserves the name 'Source'
 * for unmodified copies.
 */
export const smallerFont: Plugin = {
  name: 'smaller-font',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const file = Object.values(bundle).find(({ fileName }) => fileName.includes('/inter-latin-wght-normal-'));
    if (file?.type !== 'asset') throw new Error('The build has no Latin file of the text font');
    const variationAxes = { wght: { min: 400, max: 700 } };
    // Marks and kerning, figures of one width, and the l with a tail (styles/index.css).
    const keepFeatures = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'tnum', 'cv05'];
    file.source = await subsetFont(Buffer.from(file.source), await latinCharacters(), {
      targetFormat: 'woff2',
      variationAxes,
      keepFeatures,
    });
  },
};

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Loaded to read who is signed in. */
const person = '../../contract/users.ts';
const texts = '../../contract/translations/spanish.ts';

const app = 'app/start.tsx';

/** The addresses that people open the app at, and what each loads; without a session all lead to the sign-in. */
const screens: Record<string, readonly string[]> = {
  firstSignIn: ['app/start-sign-in.tsx'],
  '/auth': [app, 'routes/auth.tsx'],
  '/': [app, ...openedFirst.home, person],
  '/admin': [app, ...openedFirst.admin, person],
  '/admin?tab=monitoring': [app, ...openedFirst.monitoring, person],
  '/area-inspection': [app, ...openedFirst.area, person],
  '*': [app, 'app/guarded.tsx', person],
};

/** The files of the modules, each after those that it imports. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  const seen = new Set<string>();
  const files: string[] = [];
  const add = (fileName: string): void => {
    if (seen.has(fileName)) return;
    seen.add(fileName);
    for (const imported of chunks.find((each) => each.fileName === fileName)?.imports ?? []) add(imported);
    files.push(fileName);
  };
  for (const module of modules) {
    // A module may be in a shared file, and have a small file of its own that stands for it when it is imported dynamically.
    const found = chunks.filter(
      ({ moduleIds, facadeModuleId }) =>
        moduleIds.includes(source(module)) || (facadeModuleId?.startsWith(source(module)) ?? false),
    );
    if (found.length === 0) throw new Error(`The build has no file of ${module}`);
    for (const { fileName } of found) add(fileName);
  }
  return files;
}

const inline = (name: string): string => fileURLToPath(new URL(`../inline/${name}`, import.meta.url));

/** A script of `web/inline/` as an element of the page. */
async function inlineScript(name: string): Promise<string> {
  const { code } = await minify(name, await readFile(inline(name), 'utf8'));
  return `<script>${code.trim()}</script>`;
}

/** What `web/inline/load.js` loads: the app's own file, and the files of each screen by its address. */
function appFiles(entry: string, bundle: Rolldown.OutputBundle): string {
  const first = filesOf(['main.tsx'], bundle);
  const beside = filesOf([texts], bundle).filter((fileName) => !first.includes(fileName));
  if (beside.length > 1) throw new Error(`These would read their texts before they are loaded: ${beside.join(', ')}`);
  const lists = Object.entries(screens).map(([address, modules]) => [
    address,
    filesOf(['main.tsx', ...modules], bundle)
      .map((fileName) => `/${fileName}`)
      .filter((path) => path !== entry),
  ]);
  return JSON.stringify({ app: entry, screens: Object.fromEntries(lists) });
}

const appScript = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;
const preloads = /\s*<link rel="modulepreload"[^>]*>/g;
const themeScript = /<script src="\/inline\/theme\.js"[^>]*><\/script>/;

/**
 * Has the page load the files of the app and of its screen together, after its first paint, instead of when the files before them
 * run. The scripts that do so are part of the page.
 */
export const filesAhead: Plugin = {
  name: 'files-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const [app, ...more] = [...html.matchAll(appScript)].map(([, src = '']) => src);
      // Vite runs all files of an entry at once that shares its file with other modules, before the texts are loaded.
      if (!app || more.length > 0) throw new Error('main.tsx must be a file of its own');
      if (!themeScript.test(html)) throw new Error('The page has no script of the theme');
      const files = `<script type="application/json" id="app-files">${appFiles(app, bundle)}</script>`;
      const [theme, load] = await Promise.all(['theme.js', 'load.js'].map(inlineScript));
      return html
        .replaceAll(appScript, '')
        .replaceAll(preloads, '')
        .replace(themeScript, () => theme ?? '')
        .replace('</body>', () => `${files}${load}</body>`);
    },
  },
};
