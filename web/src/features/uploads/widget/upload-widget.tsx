import { CloudUpload, History, LogIn } from 'lucide-react';
import { useState, type ClipboardEvent, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { formatBytes, plural } from '#contract/texts.ts';
import { summaryOf, type UploadFile } from '#web/features/uploads/file-state.ts';
import type { UploadOptions, Uploads } from '#web/features/uploads/uploads.ts';
import { RefusedFiles } from '#web/features/uploads/refused-files.tsx';
import { FileDetails } from '#web/features/uploads/widget/file-details.tsx';
import { FileTile } from '#web/features/uploads/widget/file-tile.tsx';
import { UploadBar } from '#web/features/uploads/widget/upload-bar.tsx';
import { userKey } from '#web/lib/auth.tsx';
import { queryClient } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

export interface UploadWidgetProps extends Pick<
  UploadOptions,
  'maxFiles' | 'maxBytes' | 'accept' | 'acceptText' | 'metaFields'
> {
  uploads: Uploads;
  files: readonly UploadFile[];
  /** Processes chosen files before they are added, for example to shrink pictures that are too large. */
  prepare?: (files: readonly File[], add: (files: readonly File[]) => void) => void;
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Restored({ missingContents }: { missingContents: number }) {
  return (
    <div role="status" className="flex gap-3 rounded-card bg-medium-soft px-4 py-3 text-medium">
      <History aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div>
        <p className="font-strong">{t('Session restored')}</p>
        <p>
          {missingContents > 0
            ? t(
                missingContents === 1
                  ? 'We could not fully recover {files}. Please choose it again and resume the upload.'
                  : 'We could not fully recover {files}. Please choose them again and resume the upload.',
                { files: plural(missingContents, 'file') },
              )
            : t('We restored all files. You can now resume the upload.')}
        </p>
      </div>
    </div>
  );
}

/** The session ended elsewhere. Signing in returns to this page, and the device keeps the files meanwhile. */
function SignInNotice() {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-high-soft px-4 py-3 text-high"
    >
      <p>
        <b className="font-strong">{t('Authorization required.')}</b>{' '}
        {t('Sign in again to continue; your files are kept.')}
      </p>
      <Button variant="secondary" size="sm" onClick={() => queryClient.setQueryData(userKey, null)}>
        <LogIn aria-hidden="true" />
        {t('Sign In')}
      </Button>
    </div>
  );
}

function NoFiles({ photos, children }: { photos: boolean; children: ReactNode }) {
  return (
    <div className="grid min-h-[240px] place-content-center justify-items-center gap-3 rounded-[14px] border-2 border-dashed border-line-strong px-5 py-8 text-center">
      <CloudUpload aria-hidden="true" className="size-9 text-ink-3" />
      <p className="heading">
        <span className="touch:hidden">{t('Drop files here or')}</span>
        <span className="hidden touch:inline">{photos ? t('Choose photos') : t('Choose a file')}</span>
      </p>
      {children}
    </div>
  );
}

const addUnchanged: NonNullable<UploadWidgetProps['prepare']> = (files, add) => add(files);

/** The modal upload dashboard: choose or drop files, describe them, and start. It never starts automatically. */
export default function UploadWidget({ uploads, files, title, open, onOpenChange, ...options }: UploadWidgetProps) {
  const { maxFiles, maxBytes, accept, acceptText, metaFields, prepare = addUnchanged } = options;
  const [editing, setEditing] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const clearRefused = () => setRefused([]);
  const add = (chosen: readonly File[]) => prepare(chosen, (files) => setRefused(uploads.add(files)));
  const editedFile = files.find(({ id }) => id === editing);
  const summary = summaryOf(files);
  const missingContents = files.filter(({ contentMissing }) => contentMissing).length;
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  const room = maxFiles - files.length + missingContents;

  const limits =
    maxFiles === 1
      ? t('One file of up to {maxBytes}. {acceptText}.', { maxBytes: formatBytes(maxBytes), acceptText })
      : t('Up to {files}, {maxBytes} each. {acceptText}.', {
          files: plural(maxFiles, 'file'),
          maxBytes: formatBytes(maxBytes),
          acceptText,
        });
  const chooser = (label: string) => (
    <FileButton variant="secondary" accept={accept.join(',')} multiple={maxFiles > 1} onFiles={add}>
      {label}
    </FileButton>
  );

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={title}
        description={limits}
        shape="full"
        className="md:max-w-[980px]"
        onPaste={(event: ClipboardEvent) => {
          const pasted = [...event.clipboardData.files];
          if (pasted.length > 0 && room > 0) add(pasted);
        }}
        footer={
          files.length > 0 && !editedFile ? (
            <UploadBar
              summary={summary}
              uploads={uploads}
              missingContents={missingContents}
              waiting={waiting}
              onAction={clearRefused}
              onDone={() => onOpenChange(false)}
            />
          ) : undefined
        }
      >
        {editedFile ? (
          <FileDetails
            key={editedFile.id}
            file={editedFile}
            fields={metaFields}
            onClose={() => setEditing(null)}
            onSave={(texts) => {
              uploads.describe(editedFile.id, texts);
              setEditing(null);
            }}
          />
        ) : (
          <DropArea disabled={room <= 0} hint={t('Drop your files here')} onFiles={add}>
            <div className="grid content-start gap-3 md:min-h-[320px]">
              {summary.restored && <Restored missingContents={missingContents} />}
              {files.some(({ error, restored }) => error === t('Authorization required') && !restored) && (
                <SignInNotice />
              )}
              <RefusedFiles sentences={refused} />
              {files.length === 0 ? (
                <NoFiles photos={accept.some((type) => type.startsWith('image/'))}>
                  {chooser(t('browse files'))}
                </NoFiles>
              ) : (
                <div className="@container grid gap-3">
                  <ul
                    aria-label={t('Files')}
                    className="grid gap-2.5 @min-[576px]:grid-cols-3 @min-[700px]:grid-cols-4 @min-[900px]:grid-cols-5"
                  >
                    {files.map((file) => (
                      <FileTile
                        key={file.id}
                        file={file}
                        uploads={uploads}
                        onEdit={metaFields.length > 0 ? () => setEditing(file.id) : undefined}
                        fieldName={(id) => metaFields.find((field) => field.id === id)?.name ?? id}
                      />
                    ))}
                  </ul>
                  {room > 0 && summary.state !== 'complete' && <div>{chooser(t('Add more files'))}</div>}
                </div>
              )}
            </div>
          </DropArea>
        )}
      </DialogContent>
    </Dialog>
  );
}
