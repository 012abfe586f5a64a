import { CloudUpload } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { uploadDefaults } from '#web/features/uploads/chosen-file.ts';
import { summaryOf, type Summary } from '#web/features/uploads/file-state.ts';
import { createUploads, type MetaField, type UploadOptions } from '#web/features/uploads/uploads.ts';
import { useUser } from '#web/lib/auth.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { UploadWidgetProps } from '#web/features/uploads/widget/upload-widget.tsx';

// The dashboard is loaded only when somebody opens it.
const UploadWidget = lazy(() => import('#web/features/uploads/widget/upload-widget.tsx'));

type Optional = 'maxFiles' | 'maxBytes' | 'metaFields';
interface UploadDialogButtonProps<Purpose>
  extends
    Omit<UploadOptions<Purpose>, Optional>,
    Partial<Pick<UploadOptions, Optional>>,
    Pick<ButtonProps, 'variant' | 'size' | 'className' | 'block' | 'disabled'> {
  prepare?: UploadWidgetProps['prepare'];
  /** The dialog's title. */
  title: string;
  children: ReactNode;
}

const noFields: readonly MetaField[] = [];

function statusOf({ state, percent, unfinished, restored }: Summary): string | null {
  if (state === 'empty') return null;
  if (restored) return t('Resume {uploads}', { uploads: plural(unfinished, 'upload') });
  if (state === 'uploading') return t('Uploading {percent}%', { percent });
  if (state === 'preprocessing' || state === 'postprocessing') return t('Saving…');
  if (state === 'paused') return t('Paused at {percent}%', { percent });
  if (state === 'error') return t('Upload failed');
  return unfinished > 0 ? t('{files} waiting', { files: plural(unfinished, 'file') }) : null;
}

/**
 * A button that opens the modal upload dashboard. By default it accepts one file of at most 10 MB. While the dialog
 * is closed, the button shows the progress of uploads and, after a reload, how many can be resumed.
 */
export function UploadDialogButton<Purpose>({
  kind,
  parent,
  purpose,
  maxFiles = uploadDefaults.maxFiles,
  maxBytes = uploadDefaults.maxBytes,
  accept,
  acceptText,
  metaFields = noFields,
  prepare,
  title,
  children,
  ...button
}: UploadDialogButtonProps<Purpose>) {
  const user = useUser();
  const limits = { maxFiles, maxBytes, accept, acceptText };
  const [uploads] = useState(() => createUploads(outbox, { kind, parent, purpose, metaFields, ...limits }));
  useEffect(() => {
    // The button may be shown before the outbox has loaded all kinds.
    outbox.register(kind);
    void outbox.open(user.id).then(uploads.open);
    return uploads.close;
  }, [uploads, kind, user.id]);
  const files = useSyncExternalStore(uploads.subscribe, uploads.get);
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const status = open ? null : statusOf(summaryOf(files));
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <CloudUpload aria-hidden="true" />
        {status ?? children}
      </Button>
      {opened && (
        <Suspense fallback={<Spinner className="size-4" />}>
          <UploadWidget
            {...limits}
            uploads={uploads}
            files={files}
            metaFields={metaFields}
            prepare={prepare}
            title={title}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </>
  );
}
