import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
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
 * Removes the font weights that no style uses from the text font that every visit loads, which saves a third of its
 * bytes. The heading font is left unchanged because its license reserves the name 'Source' for unmodified copies.
 */
export const smallerFont: Plugin = {
  name: 'smaller-font',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const file = Object.values(bundle).find(({ fileName }) => fileName.includes('/inter-latin-wght-normal-'));
    if (file?.type !== 'asset') throw new Error('The build has no Latin file of the text font');
    const variationAxes = { wght: { min: 400, max: 700 } };
    file.source = await subsetFont(Buffer.from(file.source), await latinCharacters(), {
      targetFormat: 'woff2',
      variationAxes,
    });
  },
};

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Loaded to read who is signed in. */
const person = '../../contract/users.ts';
const texts = '../../contract/translations/spanish.ts';

/** The addresses that people open the app at, and what each loads; without a session every one of them leads to the sign-in. */
const screens: Record<string, readonly string[]> = {
  '/auth': ['routes/auth.tsx'],
  '/': [...openedFirst.home, person],
  '/admin': [...openedFirst.admin, person],
  '/admin?tab=monitoring': [...openedFirst.monitoring, person],
  '/area-inspection': [...openedFirst.area, person],
  '*': ['app/guarded.tsx', person],
};

/** The files of the modules, with those that they import. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    for (const imported of chunks.find((each) => each.fileName === fileName)?.imports ?? []) add(imported);
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
  return [...files];
}

/**
 * Has the browser fetch the files of the app and of the screen together with the page, instead of when the files before them run.
 * The page names those of the app; the server names those of the screen, because it knows the address and whether there is a session
 * (server/web.ts reads ahead.json).
 */
export const filesAhead: Plugin = {
  name: 'files-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }): HtmlTagDescriptor[] {
      // Vite runs all files of an entry at once that shares its file with other modules, before the texts are loaded.
      if (html.split('<script type="module"').length !== 2) throw new Error('main.tsx must be a file of its own');
      const named = filesOf(['app/start.tsx'], bundle).filter((fileName) => !html.includes(fileName));
      return named.map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${fileName}` },
        injectTo: 'head',
      }));
    },
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const main = filesOf(['main.tsx'], bundle);
      const beside = filesOf([texts], bundle).filter((fileName) => !main.includes(fileName));
      if (beside.length > 1)
        throw new Error(`These would read their texts before they are loaded: ${beside.join(', ')}`);
      const always = new Set(filesOf(['main.tsx', 'app/start.tsx'], bundle));
      const ahead = Object.entries(screens).map(([address, modules]) => [
        address,
        filesOf(modules, bundle)
          .filter((fileName) => !always.has(fileName))
          .map((fileName) => `/${fileName}`),
      ]);
      const text = JSON.stringify(Object.fromEntries(ahead));
      this.emitFile({ type: 'asset', fileName: 'ahead.json', source: text });
    },
  },
};
