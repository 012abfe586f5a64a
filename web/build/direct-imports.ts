import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)), 'utf8');

const iconFolder = fileURLToPath(new URL('../../node_modules/lucide-react/dist/esm/', import.meta.url));

/** `Camera` → the module of that icon. */
const findIcons = (): Map<string, string> =>
  new Map(
    [...library('lucide-react/dist/esm/lucide-react.mjs').matchAll(/^export \{ (default as .*) \} from '\.\/(.+)';$/gm)]
      .flatMap(([, names = '', path = '']) =>
        names.split(', ').map((name) => [name.replace('default as ', ''), path] as const),
      )
      .map(([name, path]) => [name, `${iconFolder}${path}`]),
  );
/** `Dialog` → the package of that part. */
const findParts = (): Map<string, string> =>
  new Map(
    [...library('radix-ui/dist/index.mjs').matchAll(/^import \* as (\w+) from "(@radix-ui\/[\w-]+)";$/gm)].map(
      ([, name = '', path = '']) => [name, path],
    ),
  );

let modules: Record<'lucide-react' | 'radix-ui', Map<string, string>> | undefined;
/** Read once in a build: the libraries' entries name thousands of modules. */
const modulesOfLibraries = () => (modules ??= { 'lucide-react': findIcons(), 'radix-ui': findParts() });

const statement = /import \{([^}]*)\} from '(lucide-react|radix-ui)';/g;

/**
 * Imports each icon and component from its own module. The libraries' entries import everything; unused modules are removed in the
 * end, but until then every screen seems to need all of them, which would mislead the grouping in chunks.ts.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?$/, code: /from '(lucide-react|radix-ui)'/ },
    handler(code) {
      const found = modulesOfLibraries();
      const direct = code.replaceAll(statement, (whole, names: string, from: keyof typeof found) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [exported = '', local = exported] = name.split(/ as /);
            const path = found[from].get(exported);
            if (!path) throw new Error(`${from} has no ${exported}`);
            return from === 'radix-ui' ? `import * as ${local} from '${path}';` : `import ${local} from '${path}';`;
          })
          .join(' '),
      );
      return { code: direct, map: null };
    },
  },
};
