import { PartsRejectedError } from '#server/platform/storage/storage.errors.ts';
import type { NamedPart, StoredPart } from '#server/platform/storage/storage.ts';

/** The smallest part of every S3-compatible store; the last part may be smaller. */
const minPartBytes = 5 * 1024 * 1024;

/** Removes the quotes that an ETag may have. */
export const plainEtag = (etag: string): string => etag.replace(/^"+|"+$/g, '');

/** The stored parts of which the file is composed, in order. Throws PartsRejectedError. */
export function partsInOrder(stored: StoredPart[], named: NamedPart[], maxBytes: number): StoredPart[] {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]));
  let size = 0;
  const parts = named.map(({ partNumber, etag }, index) => {
    const part = byNumber.get(partNumber);
    const before = named[index - 1];
    if (before && before.partNumber >= partNumber) throw new PartsRejectedError('The parts are not in order');
    if (!part || part.etag !== plainEtag(etag))
      throw new PartsRejectedError(`Part ${partNumber} has not arrived, or not with this ETag`);
    if (index < named.length - 1 && part.size < minPartBytes)
      throw new PartsRejectedError(`Part ${partNumber} is smaller than 5 MB, which only the last may be`);
    size += part.size;
    return part;
  });
  // Some stores leave unnamed parts out of the file and others refuse them; here all storages refuse them.
  const names = new Set(named.map(({ partNumber }) => partNumber));
  const unnamed = stored.find(({ partNumber }) => !names.has(partNumber));
  if (unnamed) throw new PartsRejectedError(`Part ${unnamed.partNumber} has arrived but is not named`);
  if (parts.length === 0) throw new PartsRejectedError('A file needs at least one part');
  if (size > maxBytes) throw new PartsRejectedError(`The file is larger than the limit of ${maxBytes} bytes`, true);
  return parts;
}
