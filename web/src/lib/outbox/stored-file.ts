/** The content of a file. */
interface StoredBytes {
  buffer: ArrayBuffer;
  type: string;
  /** Null for a Blob, which has no name. */
  named: { name: string; lastModified: number } | null;
}

/** A file as the device's database holds it: itself, or its content where the browser stores no files. */
export type StoredFile = Blob | StoredBytes;

const contentOf = async (file: Blob): Promise<StoredBytes> => ({
  buffer: await file.arrayBuffer(),
  type: file.type,
  named: file instanceof File ? { name: file.name, lastModified: file.lastModified } : null,
});

/**
 * Writes files by `write`, or else their contents: the private windows of Safari store no files. Without room, the
 * contents would not be stored either.
 */
export async function storing<T>(
  files: readonly Blob[],
  write: (files: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  try {
    return await write(files);
  } catch (error) {
    if (files.length === 0 || (error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
    return write(await Promise.all(files.map(contentOf)));
  }
}

export function fileOf(stored: StoredFile): Blob {
  if (stored instanceof Blob) return stored;
  const { buffer, type, named } = stored;
  return named
    ? new File([buffer], named.name, { type, lastModified: named.lastModified })
    : new Blob([buffer], { type });
}
