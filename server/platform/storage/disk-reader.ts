import { constants, createReadStream, existsSync } from 'node:fs';
import { access, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#server/platform/storage/disk-files.ts';
import { MissingFileError } from '#server/platform/storage/storage.errors.ts';
import { checkedKey, type StoredFiles } from '#server/platform/storage/storage.ts';

async function* keysBelow(folder: string, prefix: string): AsyncGenerator<string, void> {
  for await (const entry of await opendir(join(folder, prefix))) {
    // Names with a leading dot are the adapter's own files for incomplete uploads.
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* keysBelow(folder, `${prefix}${entry.name}/`);
    else yield `${prefix}${entry.name}`;
  }
}

/**
 * Reads the files in a folder of this machine. Creates and changes nothing, so it may be used while a server is
 * running.
 */
export function createDiskReader(folder: string): StoredFiles {
  const pathOf = (key: string): string => join(folder, checkedKey(key));

  const head = async (key: string): Promise<{ size: number } | null> => {
    try {
      const found = await stat(pathOf(key));
      return found.isFile() ? { size: found.size } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const existingPath = async (key: string): Promise<string> => {
    if (!(await head(key))) throw new MissingFileError(key);
    return pathOf(key);
  };

  return {
    head,
    read: async (key, range) => createReadStream(await existingPath(key), range),
    withLocalFile: async (key, use) => use(await existingPath(key)),
    async *keys() {
      // The folder does not exist before the first start.
      if (existsSync(folder)) yield* keysBelow(folder, '');
    },
    check: () => access(folder, constants.R_OK | constants.W_OK),
  };
}
