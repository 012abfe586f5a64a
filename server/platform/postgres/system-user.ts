import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** How to start a PostgreSQL program: the command in front of it and the user to run it as. */
export interface PostgresCommand {
  prefix: string[];
  user: SystemUser | null;
}

function lookUp(): SystemUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createUser(): SystemUser {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
  } catch {
    throw new Error(
      'PostgreSQL refuses to run as root, and no user postgres could be made; start as another user, or set DATABASE_URL.',
    );
  }
  const user = lookUp();
  if (!user) throw new Error('The user postgres was made but is not in /etc/passwd; set DATABASE_URL to a server.');
  return user;
}

/** The folder nearest to `path`, on the way to it, that `user` may not enter; null when there is none. */
export function firstInaccessibleFolder(path: string, user: SystemUser): string | null {
  let closed: string | null = null;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) closed = folder;
    if (folder === dirname(folder)) return closed;
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the user postgres, who must be able to enter every folder on
 * the path to the data and to the programs. When a folder is closed, `mayOverride` (evaluation mode) grants the one
 * privilege that is needed; otherwise this throws an error that names the folder.
 */
export function postgresCommand(options: {
  dataDir: string;
  programDir: string;
  mayOverride: boolean;
}): PostgresCommand {
  if (process.getuid?.() !== 0) return { prefix: [], user: null };
  const user = lookUp() ?? createUser();
  const closed = firstInaccessibleFolder(options.dataDir, user) ?? firstInaccessibleFolder(options.programDir, user);
  if (!closed) return { prefix: [], user };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (!options.mayOverride || !setpriv) {
    throw new Error(
      `The user postgres, as whom root runs the embedded database, cannot enter ${closed}: ` +
        'choose another DATA_DIR, open that folder (chmod o+x), start as another user, or set DATABASE_URL.',
    );
  }
  const capability = '-all,+dac_override';
  return {
    prefix: [
      setpriv,
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      // initdb calls access(), which respects the capability of an unprivileged user only with this bit.
      '--securebits=+no_setuid_fixup',
      '--',
    ],
    user,
  };
}
