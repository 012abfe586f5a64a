import { Zip, ZipPassThrough } from 'fflate';
import { t } from '#contract/language.ts';
import { unsentWorkLimits, unsentWorkList, type UnsentChange, type UnsentWork } from '#contract/unsent-work.ts';
import type { UnsentEntry } from '#web/lib/outbox/sign-out.ts';

/** How many bytes are collected in memory before they become a Blob, which the browser may move to disk. */
const blobBytes = 8 * 1024 * 1024;

export class ArchiveTooLarge extends Error {
  constructor() {
    super(t('The unsent work is larger than 4 GB, the limit of one ZIP'));
    this.name = 'ArchiveTooLarge';
  }
}

/** Writes a ZIP piece by piece, so that the memory holds only a few of its bytes. */
function createArchive() {
  const blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let [chunkBytes, bytes] = [0, 0];
  let failure: Error | null = null;
  const closeBlob = () => {
    blobs.push(new Blob(chunks));
    [chunks, chunkBytes] = [[], 0];
  };
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    chunkBytes += chunk.length;
    bytes += chunk.length;
    if (chunkBytes > blobBytes) closeBlob();
  });
  return {
    /** Stored without compression, because pictures and videos are already compressed. */
    async add(name: string, content: Blob) {
      if (bytes + content.size > unsentWorkLimits.bytes - unsentWorkLimits.listBytes) throw new ArchiveTooLarge();
      const file = new ZipPassThrough(name);
      zip.add(file);
      const reader = content.stream().getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) file.push(next.value);
      file.push(new Uint8Array(0), true);
    },
    end(): Blob {
      zip.end();
      if (failure) throw failure;
      closeBlob();
      return new Blob(blobs, { type: 'application/zip' });
    },
  };
}

/** Whether the browser can still read the file, which may have been changed or removed after it was chosen. */
const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

interface NamedFile {
  name: string;
  type: string;
  content: Blob;
}

/** The files of a change. A file stored in pieces is joined and gets its name from the payload. */
function filesOf({ entry, files, inPieces }: UnsentEntry): NamedFile[] {
  if (!inPieces) return files.map((content) => ({ name: nameOf(content), type: content.type, content }));
  if (files.length === 0) return [];
  const { filename = 'file', contentType = '' } = entry.payload as { filename?: string; contentType?: string };
  return [{ name: filename, type: contentType, content: new Blob([...files]) }];
}
const nameOf = (file: Blob): string => (file instanceof File ? file.name : 'file');
/** A file name that every operating system can unpack. */
const safeName = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').slice(-100) || 'file';

async function addChange(archive: ReturnType<typeof createArchive>, unsent: UnsentEntry): Promise<UnsentChange> {
  const { entry, label, inPieces } = unsent;
  const { id, kind, payload, createdAt, after = [], missing = [], checkpoint } = entry;
  const files: UnsentChange['files'] = [];
  for (const { name, type, content } of filesOf(unsent)) {
    if (!(await isReadable(content))) continue;
    const path = `files/${id}/${files.length + 1}-${safeName(name)}`;
    await archive.add(path, content);
    files.push({ path, name: name.slice(-300), type });
  }
  const partlySent = inPieces && checkpoint !== undefined;
  const { facts } = (checkpoint ?? {}) as { facts?: unknown };
  const lists = { after: [...after], missing: [...missing] };
  return { id, kind, label, payload, createdAt, ...lists, files, facts, partlySent };
}

/** Creates a ZIP of unsent changes with their files, which an administrator can import. */
export async function archiveOf(owner: UnsentWork['owner'], unsent: readonly UnsentEntry[]): Promise<Blob> {
  const archive = createArchive();
  const changes: UnsentChange[] = [];
  for (const each of unsent) changes.push(await addChange(archive, each));
  const savedAt = new Date().toISOString();
  const work: UnsentWork = { format: 'innspect-unsent-work', version: 1, owner, savedAt, changes };
  await archive.add(unsentWorkList, new Blob([JSON.stringify(work, null, 2)]));
  return archive.end();
}
