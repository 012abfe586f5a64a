import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

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

const firstModules = ['app/start.tsx', 'routes/auth.tsx'].map((path) =>
  fileURLToPath(new URL(`../src/${path}`, import.meta.url)),
);

/**
 * Preloads the app and its sign-in screen together with the entry file, which only chooses the language. Otherwise a
 * first visit, which always ends at the sign-in screen, would request these files only after the entry file has run.
 * Later visits have them in the browser's cache.
 */
export const signInAhead: Plugin = {
  name: 'sign-in-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }): HtmlTagDescriptor[] {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const files = new Set<string>();
      const add = (fileName: string): void => {
        if (files.has(fileName)) return;
        files.add(fileName);
        for (const imported of chunks.find((each) => each.fileName === fileName)?.imports ?? []) add(imported);
      };
      for (const module of firstModules) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.startsWith(module));
        if (!chunk) throw new Error(`The build has no file of ${module}`);
        add(chunk.fileName);
      }
      return [...files]
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        }));
    },
  },
};
