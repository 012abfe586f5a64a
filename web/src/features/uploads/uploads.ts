import { identityOf, isAccepted, isSameFile, withType, type FileLimits } from '#web/features/uploads/chosen-file.ts';
import type { FileKind, FilePayload } from '#web/features/uploads/file-kind.ts';
import { uploadFileOf, type UploadFile } from '#web/features/uploads/file-state.ts';
import { formatBytes, plural } from '#web/lib/format.ts';
import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Outbox } from '#web/lib/outbox/outbox.ts';
import { createPreviews } from '#web/lib/outbox/previews.ts';

/** Something that a person may write about each file. */
export interface MetaField {
  id: string;
  name: string;
  placeholder?: string;
  required?: boolean;
}

/** Which files one upload dashboard accepts, and what for. */
export interface UploadOptions<Purpose = unknown> extends FileLimits {
  kind: FileKind<Purpose>;
  /** What the files belong to: a later dashboard of the same kind and thing shows what this one did not finish. */
  thing: string;
  purpose: Purpose;
  metaFields: readonly MetaField[];
}

export type Uploads = ReturnType<typeof createUploads>;

/** The files of one upload dashboard: entries of the outbox that a person starts, pauses and describes. */
export function createUploads<Purpose>(outbox: Outbox, options: UploadOptions<Purpose>) {
  const { kind, thing, purpose, metaFields, maxFiles, maxBytes, accept, acceptText } = options;
  const previews = createPreviews();
  const required = metaFields.filter((field) => field.required).map(({ id }) => id);
  /** Files that somebody tried to start while their required fields were empty. */
  const incomplete = new Set<string>();
  const listeners = new Set<() => void>();
  let shown: readonly Item[] = [];
  let files: readonly UploadFile[] = [];

  const itemsNow = (): Item[] => outbox.of(thing).filter(({ entry }) => entry.kind === kind.name);
  const payloadOf = ({ entry }: Item) => entry.payload as FilePayload<Purpose>;
  const missingIn = (item: Item): string[] => required.filter((id) => !payloadOf(item).texts[id]?.trim());

  function refresh(items: readonly Item[]) {
    shown = items;
    previews.keepOnly((id) => items.some(({ entry }) => entry.id === id));
    files = items.map((item) => uploadFileOf(item, incomplete.has(item.entry.id) ? missingIn(item) : []));
  }
  /** The same list as long as nothing in it changes. */
  function get(): readonly UploadFile[] {
    const items = itemsNow();
    if (items.length !== shown.length || items.some((item, index) => item !== shown[index])) refresh(items);
    return files;
  }

  /** Why a file is refused, in a sentence; null if it is not. The server judges by content. */
  function refusalOf(file: File): string | null {
    if (!isAccepted(file, accept)) return `You can only upload: ${acceptText}`;
    if (file.size > maxBytes)
      return `File ${file.name} is too large. Max size: ${formatBytes(maxBytes).replace(' ', '')}`;
    if (file.size === 0) return 'An empty file was left out';
    const chosenBefore = itemsNow().some((item) => isSameFile(payloadOf(item).file, identityOf(file)));
    return chosenBefore ? `File ${file.name} is chosen already` : null;
  }

  /** The entry of the same file that waits for its content: the device did not keep it, or can no longer read it. */
  const waitingFor = (file: File): Item | undefined =>
    itemsNow().find(
      (item) =>
        isSameFile(payloadOf(item).file, identityOf(file)) && (item.files.length === 0 || item.stage === 'failed'),
    );

  function startAll(stages: readonly Item['stage'][]) {
    for (const { entry, stage } of itemsNow()) if (stages.includes(stage)) outbox.start(entry.id);
  }

  return {
    get,
    subscribe(listener: () => void): () => void {
      const stop = outbox.subscribe(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    /** Adds files; answers what was refused, in sentences. */
    add(chosen: readonly File[]): string[] {
      outbox.clear(kind, thing);
      const typed = chosen.map(withType);
      const again = typed.filter((file) => {
        const item = waitingFor(file);
        if (item) outbox.attach(item.entry.id, [file]);
        return item !== undefined;
      });
      const others = typed.filter((file) => !again.includes(file));
      const refused = [...new Set(others.flatMap((file) => refusalOf(file) ?? []))];
      const existing = itemsNow();
      const fresh = others.filter((file) => refusalOf(file) === null);
      if (existing.length + fresh.length > maxFiles)
        return [...refused, `You can only upload ${plural(maxFiles, 'file')}`];
      for (const file of fresh)
        outbox.add(kind, { thing, payload: { purpose, file: identityOf(file), texts: {} }, files: [file] });
      return refused;
    },
    /** Starts what waits and tries again what failed, unless a required field is empty. */
    start() {
      const waiting = itemsNow().filter(({ stage }) => stage === 'ready' || stage === 'failed');
      const lacking = waiting.filter((item) => missingIn(item).length > 0);
      incomplete.clear();
      for (const { entry } of lacking) incomplete.add(entry.id);
      if (lacking.length === 0) return startAll(['ready', 'failed']);
      refresh(itemsNow());
      for (const listener of listeners) listener();
    },
    retry: outbox.start,
    pauseOrResume(id: string) {
      if (itemsNow().some((item) => item.entry.id === id && item.stage === 'paused')) outbox.start(id);
      else outbox.pause(id);
    },
    pauseAll() {
      for (const item of itemsNow()) if (isRunning(item)) outbox.pause(item.entry.id);
    },
    resumeAll: () => startAll(['paused']),
    remove: outbox.remove,
    /** Cancels all but what the server has, or is saving. */
    cancelAll() {
      for (const { entry, stage } of itemsNow()) if (stage !== 'saving') outbox.remove(entry.id);
    },
    /** Saves what a person wrote about a file. */
    describe(id: string, texts: Record<string, string>) {
      const item = itemsNow().find(({ entry }) => entry.id === id);
      if (item) outbox.update(id, { ...payloadOf(item), texts: { ...payloadOf(item).texts, ...texts } });
    },
    /** A local address of the file's content; null where there is none. */
    previewOf(id: string): string | null {
      const content = itemsNow().find(({ entry }) => entry.id === id)?.files[0];
      return content ? previews.of(id, content) : null;
    },
    /** Marks what an earlier page left as restored; called when the dashboard's button appears. */
    open: () => outbox.showRestored(kind, thing),
    /** Revokes the previews. */
    close: () => previews.keepOnly(() => false),
  };
}
