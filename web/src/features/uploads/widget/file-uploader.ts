import { BasePlugin, EventManager, type Body, type Meta, type PluginOpts, type Uppy } from '@uppy/core';
import { ApiError } from '#web/lib/api-error.ts';
import type { MultipartUpload } from '#web/lib/transfer/companion.ts';
import { dropParts, sendInParts, sendWhole } from '#web/lib/transfer/send-file.ts';
import { createSlots } from '#web/lib/transfer/slots.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';
import { multipartAbove, type UploadTarget } from '#web/lib/transfer/upload-target.ts';
import type { UploadFile, UploadMeta } from '#web/features/uploads/widget/file-state.ts';

export const uploaderId = 'FileUploader';

interface FileUploaderOptions extends PluginOpts {
  target: UploadTarget;
}

declare module '@uppy/core/utils' {
  // oxlint-disable-next-line no-unused-vars -- an augmentation names the parameters of what it adds to
  interface LocalUppyFile<M extends Meta, B extends Body> {
    /** The upload in parts that has begun: kept with the file, so that a reload goes on where it was. */
    s3Multipart?: MultipartUpload;
  }
}

const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
const toError = (error: unknown): Error => new Error(uploadProblem(error), { cause: error });

/**
 * Sends the files of a widget to its target: prepares each, sends it whole or in parts, and registers what has arrived.
 * Each file is registered as soon as it is there, not when the slowest has arrived.
 */
export class FileUploader extends BasePlugin<FileUploaderOptions, UploadMeta, Body> {
  private readonly slots = createSlots();
  /** Registrations under way, by file id, so that a file is never registered twice at a time. */
  private readonly registering = new Map<string, Promise<void>>();
  private readonly running = new Set<AbortController>();
  private detached = false;

  constructor(uppy: Uppy<UploadMeta, Body>, options: FileUploaderOptions) {
    super(uppy, options);
    this.id = uploaderId;
    this.type = 'uploader';
  }

  override install(): void {
    const { capabilities } = this.uppy.getState();
    this.uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });
    this.uppy.addPreProcessor(this.prepareAll);
    this.uppy.addUploader(this.uploadAll);
    this.uppy.addPostProcessor(this.registerAll);
  }

  override uninstall(): void {
    this.uppy.removePreProcessor(this.prepareAll);
    this.uppy.removeUploader(this.uploadAll);
    this.uppy.removePostProcessor(this.registerAll);
  }

  /** Stops sending, but drops nothing on the server: another session goes on with the files. */
  detach(): void {
    this.detached = true;
    for (const run of this.running) run.abort();
  }

  private filesOf(ids: readonly string[]): UploadFile[] {
    return ids.flatMap((id) => this.uppy.getFile(id) ?? []).filter((file) => !file.error);
  }

  private readonly prepareAll = async (ids: string[]): Promise<void> => {
    const { prepare } = this.opts.target;
    await Promise.all(
      this.filesOf(ids).map(async (file) => {
        if (!prepare || file.meta.facts || file.isRemote || !file.data) return;
        this.uppy.emit('preprocess-progress', file, { mode: 'indeterminate' });
        try {
          const facts = await prepare(file.data, AbortSignal.timeout(60_000));
          this.uppy.setFileMeta(file.id, { ...file.meta, facts });
        } catch (error) {
          if (this.uppy.getFile(file.id)) this.uppy.emit('upload-error', file, toError(error));
        }
        this.uppy.emit('preprocess-complete', file);
      }),
    );
  };

  private readonly uploadAll = async (ids: string[]): Promise<void> => {
    const files = this.filesOf(ids).filter(({ progress }) => !progress.uploadComplete);
    // A restored file has started already: its progress stays.
    this.uppy.emit(
      'upload-start',
      files.filter(({ progress, isRestored }) => !progress.uploadStarted || !isRestored),
    );
    await Promise.all(
      files.map(async ({ id }) => {
        if (await this.upload(id)) await this.register(id);
      }),
    );
  };

  private readonly registerAll = async (ids: string[]): Promise<void> => {
    const arrived = this.filesOf(ids).filter(({ progress }) => progress.uploadComplete && !progress.complete);
    await Promise.all(arrived.map(({ id }) => this.register(id)));
  };

  /** Whether the file has arrived; it has not when it failed or was taken away. */
  private async upload(id: string): Promise<boolean> {
    const events = new EventManager<UploadMeta, Body>(this.uppy);
    let run = new AbortController();
    let paused = this.uppy.getFile(id)?.isPaused ?? false;
    let gone = false;
    let wake = () => undefined as void;
    const pause = () => {
      paused = true;
      run.abort();
    };
    const resume = () => {
      paused = false;
      wake();
    };
    const leave = () => {
      gone = true;
      run.abort();
      wake();
    };
    events.onFilePause(id, (isPaused) => (isPaused ? pause() : resume()));
    events.onPauseAll(id, pause);
    events.onResumeAll(id, resume);
    events.onFileRemove(id, leave);
    let last: UploadFile | undefined;
    try {
      for (;;) {
        if (paused && !gone) await new Promise<void>((resolve) => (wake = resolve));
        const file = this.uppy.getFile(id);
        if (gone || !file || file.isRemote || !file.data) break;
        last = file;
        run = new AbortController();
        this.running.add(run);
        try {
          const sent = await this.send(file, file.data, run.signal);
          last = this.uppy.getFile(id);
          if (!last) break;
          this.uppy.setFileState(id, { s3Multipart: undefined });
          this.uppy.emit('upload-success', last, {
            status: 200,
            uploadURL: sent.url,
            body: { key: sent.key },
          });
          return true;
        } catch (error) {
          last = this.uppy.getFile(id) ?? last;
          if (this.detached) return false;
          if (run.signal.aborted) continue;
          if (this.uppy.getFile(id)) this.uppy.emit('upload-error', last, toError(error));
          return false;
        } finally {
          this.running.delete(run);
        }
      }
      if (!this.detached && last && !last.isRemote && last.s3Multipart) void dropParts(last.s3Multipart);
      return false;
    } finally {
      events.remove();
    }
  }

  private send(file: UploadFile, data: Blob, signal: AbortSignal): Promise<{ url: string; key: string | null }> {
    const { target } = this.opts;
    const { name, type, id } = file;
    const onProgress = (bytesUploaded: number) => {
      const current = this.uppy.getFile(id);
      if (!current || signal.aborted) return;
      const uploadStarted = current.progress.uploadStarted ?? Date.now();
      this.uppy.emit('upload-progress', current, { uploadStarted, bytesUploaded, bytesTotal: data.size });
    };
    const sending = { name, type, data, slots: this.slots, signal, onProgress };
    const begun = file.isRemote ? undefined : file.s3Multipart;
    if (!begun && (!target.inParts || data.size <= multipartAbove)) {
      return sendWhole(sending, () => target.address({ name, type, size: data.size }, signal));
    }
    return sendInParts(sending, begun, (s3Multipart) => {
      if (this.uppy.getFile(id)) this.uppy.setFileState(id, { s3Multipart });
    });
  }

  private register(id: string): Promise<void> {
    const present = this.registering.get(id);
    if (present) return present;
    const work = this.registerOnce(id).finally(() => this.registering.delete(id));
    this.registering.set(id, work);
    return work;
  }

  private async registerOnce(id: string): Promise<void> {
    const file = this.uppy.getFile(id);
    if (!file) return;
    if (!file.progress.postprocess) this.uppy.emit('postprocess-progress', file, { mode: 'indeterminate' });
    const key = file.response?.body?.['key'];
    try {
      await this.opts.target.register(
        {
          id: file.meta.recordId,
          name: file.name,
          type: file.type,
          size: file.size ?? 0,
          facts: { ...file.meta.facts, ...textsOf(file.meta) },
          url: file.uploadURL ?? '',
          key: typeof key === 'string' ? key : null,
        },
        new AbortController().signal,
      );
      this.uppy.emit('postprocess-complete', file);
    } catch (error) {
      this.fail(id, error);
    }
  }

  /** A file that was refused is no longer where it was sent to: trying again sends it anew. */
  private fail(id: string, error: unknown): void {
    const file = this.uppy.getFile(id);
    if (!file) return;
    const { postprocess: _done, ...progress } = file.progress;
    this.uppy.setFileState(id, {
      progress: refused(error)
        ? { uploadStarted: null, uploadComplete: false, percentage: 0, bytesUploaded: false, bytesTotal: file.size }
        : progress,
    });
    this.uppy.emit('upload-error', this.uppy.getFile(id), toError(error));
  }
}

/** What a person wrote about the file, without the fields that Uppy keeps there. */
function textsOf({ recordId: _id, facts: _facts, ...meta }: UploadMeta): Record<string, string> {
  const texts = Object.entries(meta).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !['name', 'type'].includes(entry[0]),
  );
  return Object.fromEntries(texts);
}
