/** Object URLs of files, each created when it is first shown. */
export interface Previews {
  of(id: string, file: Blob): string;
  /** The URL of a file that was shown before. */
  find(id: string): string | undefined;
  /** Revokes the URLs of all other files; otherwise they would fill the memory. */
  keepOnly(isKept: (id: string) => boolean): void;
}

export function createPreviews(): Previews {
  const made = new Map<string, { file: Blob; url: string }>();
  const revoke = (id: string, url: string) => {
    URL.revokeObjectURL(url);
    made.delete(id);
  };
  return {
    of(id, file) {
      const existing = made.get(id);
      if (existing?.file === file) return existing.url;
      if (existing) revoke(id, existing.url);
      const url = URL.createObjectURL(file);
      made.set(id, { file, url });
      return url;
    },
    find: (id) => made.get(id)?.url,
    keepOnly(isKept) {
      for (const [id, { url }] of made) if (!isKept(id)) revoke(id, url);
    },
  };
}
