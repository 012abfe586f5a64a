import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { identityOf, isSameFile, refusalOf, withType, type FileLimits } from '#web/features/uploads/chosen-file.ts';
import type { FileKind, FilePayload } from '#web/features/uploads/file-kind.ts';
import { uploadFileOf, type UploadFile } from '#web/features/uploads/file-state.ts';
import { isRunning, type Item } from '#web/lib/outbox/entry.ts';
import type { Outbox } from '#web/lib/outbox/outbox.ts';
import { createPreviews } from '#web/lib/outbox/previews.ts';

/** A text field that a person may fill in for each file. */
export interface MetaField {
  id: string;
  name: string;
  placeholder?: string;
  required?: boolean;
}

/** The files that an upload dashboard accepts, and their purpose. */
export interface UploadOptions<Purpose = unknown> extends FileLimits {
  kind: FileKind<Purpose>;
  /** The parent of the files. A later dashboard of the same kind and parent shows what this one did not finish. */
  parent: string;
  purpose: Purpose;
  metaFields: readonly MetaField[];
}

const payloadOf = <Purpose>({ entry }: Item) => entry.payload as FilePayload<Purpose>;

/** Whether an entry for this file lacks its content, because the device did not store it or can no longer read it. */
const isWaitingFor = (item: Item, file: File): boolean =>
  isSameFile(payloadOf(item).file, identityOf(file)) && (item.files.length === 0 || item.stage === 'failed');

export type Uploads = ReturnType<typeof createUploads>;

/** The dashboard's list of files. It returns the same array until one of them changes. */
function createFileList<Purpose>(outbox: Outbox, { kind, parent, metaFields }: UploadOptions<Purpose>) {
  const previews = createPreviews();
  const required = metaFields.filter((field) => field.required).map(({ id }) => id);
  /** Files that somebody tried to start while their required fields were empty. */
  const incomplete = new Set<string>();
  const listeners = new Set<() => void>();
  let shown: readonly Item[] = [];
  let files: readonly UploadFile[] = [];

  const items = (): Item[] => outbox.of(parent).filter(({ entry }) => entry.kind === kind.name);
  const missingIn = (item: Item): string[] => required.filter((id) => !payloadOf<Purpose>(item).texts[id]?.trim());

  function refresh(current: readonly Item[]) {
    shown = current;
    previews.keepOnly((id) => current.some(({ entry }) => entry.id === id));
    files = current.map((item) => uploadFileOf(item, incomplete.has(item.entry.id) ? missingIn(item) : []));
  }

  return {
    items,
    missingIn,
    get(): readonly UploadFile[] {
      const current = items();
      if (current.length !== shown.length || current.some((item, index) => item !== shown[index])) refresh(current);
      return files;
    },
    subscribe(listener: () => void): () => void {
      const stop = outbox.subscribe(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    /** Marks exactly these files as incomplete. */
    markIncomplete(lacking: readonly Item[]) {
      incomplete.clear();
      for (const { entry } of lacking) incomplete.add(entry.id);
      if (lacking.length === 0) return;
      refresh(items());
      for (const listener of listeners) listener();
    },
    /** A local URL of the file's content; null if the content is missing. */
    previewOf(id: string): string | null {
      const content = items().find(({ entry }) => entry.id === id)?.files[0];
      return content ? previews.of(id, content) : null;
    },
    revokePreviews: () => previews.keepOnly(() => false),
  };
}

/** The files of one upload dashboard. They are entries of the outbox that a person starts, pauses and describes. */
export function createUploads<Purpose>(outbox: Outbox, options: UploadOptions<Purpose>) {
  const { kind, parent, purpose, maxFiles } = options;
  const list = createFileList(outbox, options);
  const itemsNow = list.items;

  /** Attaches a file that was chosen again to its entry, if that entry lacks its content. */
  function attachAgain(file: File): boolean {
    const item = itemsNow().find((each) => isWaitingFor(each, file));
    if (item) outbox.attach(item.entry.id, [file]);
    return item !== undefined;
  }

  function startAll(stages: readonly Item['stage'][]) {
    for (const { entry, stage } of itemsNow()) if (stages.includes(stage)) outbox.start(entry.id);
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    /** Adds as many files as allowed; returns a message for each refused file. */
    add(chosen: readonly File[]): string[] {
      outbox.clear(kind, parent);
      const others = chosen.map(withType).filter((file) => !attachAgain(file));
      const existing = itemsNow().map((item) => payloadOf(item).file);
      const refused = [...new Set(others.flatMap((file) => refusalOf(file, existing, options) ?? []))];
      const fresh = others.filter((file) => refusalOf(file, existing, options) === null);
      const fitting = fresh.slice(0, Math.max(0, maxFiles - existing.length));
      const left = fresh.length - fitting.length;
      if (left > 0)
        refused.push(
          t('You can only upload {files}; {left} left out', {
            files: plural(maxFiles, 'file'),
            left: plural(left, 'file was', 'files were'),
          }),
        );
      for (const file of fitting)
        outbox.add(kind, { parent, payload: { purpose, file: identityOf(file), texts: {} }, files: [file] });
      return refused;
    },
    /** Starts waiting files and retries failed ones, unless a required field is empty. */
    start() {
      const waiting = itemsNow().filter(({ stage }) => stage === 'ready' || stage === 'failed');
      const lacking = waiting.filter((item) => list.missingIn(item).length > 0);
      list.markIncomplete(lacking);
      if (lacking.length === 0) startAll(['ready', 'failed']);
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
    /** Cancels all files except those that the server has or is saving. */
    cancelAll() {
      for (const { entry, stage } of itemsNow()) if (stage !== 'saving') outbox.remove(entry.id);
    },
    /** Saves what a person entered about a file. */
    describe(id: string, texts: Record<string, string>) {
      const item = itemsNow().find(({ entry }) => entry.id === id);
      if (item)
        outbox.update(id, { ...payloadOf<Purpose>(item), texts: { ...payloadOf<Purpose>(item).texts, ...texts } });
    },
    previewOf: list.previewOf,
    /** Marks files of an earlier page as restored; called when the dashboard's button is mounted. */
    open: () => outbox.showRestored(kind, parent),
    /** Revokes the previews. */
    close: list.revokePreviews,
  };
}
