import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupUnusable, type ArchiveWriter } from './archive.ts';

/**
 * The folders of the data folder that are backed up besides the stored files. The database's own files, and what can be
 * made again, are not copied.
 */
const keptFolders = ['learned', 'outbox'];
const keptFiles = ['secrets.json'];

/** Does not match files still being written, whose names begin with a dot. */
const plainName = /^\w[\w.@-]*$/;

function isKept(name: string): boolean {
  const [folder = '', file = '', ...deeper] = name.split('/');
  if (file === '') return keptFiles.includes(name);
  return deeper.length === 0 && keptFolders.includes(folder) && plainName.test(file);
}

export async function addDataFolder(writer: ArchiveWriter, dataDir: string): Promise<void> {
  const names = [...keptFiles];
  for (const folder of keptFolders) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(() => []);
    names.push(...entries.filter((entry) => entry.isFile()).map((entry) => `${folder}/${entry.name}`));
  }
  for (const name of names.filter(isKept)) {
    const content = await readFile(join(dataDir, name)).catch(() => null);
    if (content) await writer.add(`data/${name}`, content);
  }
}

/** Writes a file of a backup into a data folder; throws for a name that does not belong there, or leads out of it. */
export async function writeDataFile(dataDir: string, name: string, content: Buffer): Promise<void> {
  if (!isKept(name)) {
    throw new BackupUnusable(`The backup has a file that does not belong there: ${name}.`);
  }
  const path = join(dataDir, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content, { mode: 0o600 });
}
