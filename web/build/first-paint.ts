import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin, type Rolldown } from 'vite';

const webFolder = fileURLToPath(new URL('..', import.meta.url));
const scratch = fileURLToPath(new URL('../../node_modules/.cache/first-paint', import.meta.url));

const print = 'process.stdout.write(firstPaint(), () => process.exit());';

/** The HTML of the first paint, rendered by the app's own components, so that nothing moves when the app takes over. */
async function rendered(): Promise<string> {
  const result = await build({
    configFile: false,
    root: webFolder,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('../src/app/first-paint.tsx', import.meta.url)),
      write: false,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  await mkdir(scratch, { recursive: true });
  // Inside the project, where it finds the libraries that it imports.
  const file = join(scratch, `${randomUUID()}.mjs`);
  try {
    await writeFile(file, `${output[0].code}\n${print}`);
    // In a process of its own: the app leaves a timer of five minutes, which would keep the build from ending, and it sets a global
    // `window`, from which other libraries of the build would conclude that they run in a browser.
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    return stdout;
  } finally {
    await rm(file, { force: true });
  }
}

const place = '<div id="root"></div>';

const stylesheet = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w-]+\.css)">/;

/** The page with its styles inside, so that it is painted as soon as it arrives. */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const fileName = stylesheet.exec(html)?.[1] ?? '';
  const file = bundle[fileName];
  if (file?.type !== 'asset') throw new Error('The page has no stylesheet');
  const styles = Buffer.from(file.source).toString();
  return html.replace(stylesheet, () => `<style>${styles}</style>`);
}

/** Puts the sign-in form and the spinner of all other screens into the page; inline/theme.js chooses. */
export const firstPaint: Plugin = {
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      if (!html.includes(place)) throw new Error('The page has no empty #root element');
      const shown = await rendered();
      return withStyles(html, bundle).replace(place, () => `<div id="root">${shown}</div>`);
    },
  },
};
