import type { UploadFile } from '#web/features/uploads/widget/file-state.ts';

/** Local addresses of the files' contents, each made when it is first shown and given up with its file. */
export interface Previews {
  of(file: UploadFile): string | null;
  /** Gives up the addresses of all files but these. */
  keep(files: Readonly<Record<string, UploadFile>>): void;
}

export function createPreviews(): Previews {
  const made = new Map<string, { data: Blob; url: string }>();
  const drop = (id: string, url: string) => {
    URL.revokeObjectURL(url);
    made.delete(id);
  };
  return {
    of(file) {
      if (file.isRemote || !file.data) return null;
      const present = made.get(file.id);
      if (present?.data === file.data) return present.url;
      if (present) drop(file.id, present.url);
      const url = URL.createObjectURL(file.data);
      made.set(file.id, { data: file.data, url });
      return url;
    },
    keep(files) {
      for (const [id, { url }] of made) if (!files[id]) drop(id, url);
    },
  };
}
