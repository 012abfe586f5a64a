import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

// Not main.tsx, which stays a file of its own: beside other modules it would run after them, and they read texts while they load.
const beforeSignIn = ['app/start-sign-in.tsx'];
const guarded = 'app/guarded.tsx';
/** The screens that people open first, each with the modules that it loads without a press. */
export const openedFirst = {
  home: [guarded, 'routes/dashboard.tsx'],
  admin: [guarded, 'routes/admin/admin.tsx'],
  monitoring: [guarded, 'routes/admin/admin.tsx', 'features/monitoring/components/monitoring-desk.tsx'],
  area: [guarded, 'routes/area-inspection/area-inspection.tsx'],
};

type Screen = keyof typeof openedFirst;
const names = Object.keys(openedFirst) as Screen[];
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

function withImports(modules: Modules, roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The files of all other screens, which the router names. */
function otherScreens(modules: Modules): string[] {
  const first = new Set(Object.values(openedFirst).flat().map(source));
  const named = modules.getModuleInfo(source('app/router.tsx'))?.dynamicallyImportedIds ?? [];
  return named.filter((id) => !first.has(id));
}

let closures: Record<Screen | 'signIn' | 'others', Set<string>> | undefined;

const closuresOf = (modules: Modules) =>
  (closures ??= {
    signIn: withImports(modules, beforeSignIn.map(source)),
    others: withImports(modules, otherScreens(modules)),
    ...(Object.fromEntries(names.map((name) => [name, withImports(modules, openedFirst[name].map(source))])) as Record<
      Screen,
      Set<string>
    >),
  });

const sharedFiles = ['common', 'sign-in', 'signed-in-schemas', 'signed-in', 'work', 'dialogs', 'admin-desk'];

/**
 * The name of the file for a module that these screens load: one file for each set of screens that share modules. What other screens
 * load as well is apart from what a screen has alone, or they would load that too.
 */
function fileOf(id: string, modules: Modules): string | null {
  const { signIn, others, ...screens } = closuresOf(modules);
  const users = names.filter((name) => screens[name].has(id));
  const has = (name: Screen): boolean => users.includes(name);
  if (users.length === 0) return signIn.has(id) ? 'sign-in' : null;
  if (signIn.has(id)) return 'common';
  // Making the schemas of answers takes a phone as long as all the rest does, and each file runs in a task of its own.
  if (users.length === 4 || (users.length === 3 && has('admin')))
    return id.includes('/contract/') ? 'signed-in-schemas' : 'signed-in';
  if (users.length === 1) return others.has(id) ? `${users[0]}-and-others` : `${users[0]}`;
  if (has('home')) return 'work';
  return has('area') ? 'dialogs' : 'admin-desk';
}

/**
 * Without these groups a screen loads a hundred small files, and a phone waits for each of them. A group also takes what its modules
 * import, so the groups that more screens share come first.
 */
export const screenGroups = [...sharedFiles, ...names.map((name) => `${name}-and-others`), ...names].map((file) => ({
  debugName: file,
  name: (id: string, modules: Modules): string | null => (fileOf(id, modules) === file ? file : null),
}));
