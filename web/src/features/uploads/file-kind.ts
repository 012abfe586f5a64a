import { t } from '#contract/language.ts';
import type { FileIdentity } from '#web/features/uploads/chosen-file.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { toast } from '#web/lib/toast.ts';
import { dropParts } from '#web/lib/transfer/companion.ts';
import { fileSender, type FileCheckpoint, type FileTarget } from '#web/lib/transfer/file-sender.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';

/** A file that was chosen in an upload dashboard. */
export interface FilePayload<Purpose = unknown> {
  /** What the dashboard's files are for. */
  purpose: Purpose;
  file: FileIdentity;
  /** What a person entered about the file, by the ids of the dashboard's fields. */
  texts: Readonly<Record<string, string>>;
}
export type FileKind<Purpose = unknown> = Kind<FilePayload<Purpose>>;

/** Larger files have to be chosen again after a reload. */
const maxStoredBytes = 10 * 1024 * 1024;

interface FileKindOptions<Purpose, Saved, Facts> extends FileTarget<FilePayload<Purpose>, Saved, Facts> {
  name: string;
  /** Called with the saved records once no more files are being sent. */
  onBatchDone: (saved: readonly Saved[]) => void;
}

/** A kind for the files of upload dashboards, which are sent to `target`. Each file waits for a person to start it. */
export const createFileKind = <Purpose, Saved, Facts = undefined>({
  name,
  onBatchDone,
  ...target
}: FileKindOptions<Purpose, Saved, Facts>): Kind<FilePayload<Purpose>, Saved> => ({
  name,
  label: () => t('File'),
  // All files are prepared at once; the sender limits the requests.
  concurrency: Infinity,
  manual: true,
  maxStoredBytes,
  clearsTogether: true,
  changesWhileSent: true,
  send: fileSender(target),
  problem: uploadProblem,
  onBatchDone,
  onRemoved({ entry }, started) {
    if (started) toast({ title: t('Upload cancelled'), description: entry.payload.file.name });
    const { upload } = (entry.checkpoint ?? {}) as FileCheckpoint<Facts>;
    if (upload) void dropParts(upload);
  },
});
