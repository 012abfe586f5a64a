import { execFileSync } from 'node:child_process';

/**
 * Installs Debian's packages, as root, unless the shell command `isThere` succeeds. Each choice is a list with blanks; the
 * first that Debian has is taken. Throws when it has none.
 */
export function installPackages(isThere: string, ...choices: string[]): void {
  const attempts = choices.map((packages) => `apt-get install -y --no-install-recommends ${packages}`);
  const script = `(${isThere}) > /dev/null || (apt-get update -qq && (${attempts.join(' || ')})) < /dev/null`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // apt refuses to run twice at a time, so the first process installs and the others wait. The lock is not in the folder
  // for temporary files, which each run may have for itself.
  execFileSync('flock', ['/tmp/innspect-packages.lock', '/bin/sh', '-c', script], { stdio: 'pipe', env });
}
