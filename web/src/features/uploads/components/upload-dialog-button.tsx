import { CloudUpload } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { pendingFiles } from '#web/features/uploads/pending-note.ts';
import type { Summary } from '#web/features/uploads/widget/file-state.ts';
import type { SessionOptions } from '#web/features/uploads/widget/session.ts';
import { useUser } from '#web/lib/auth.tsx';
import { plural } from '#web/lib/format.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

// The widget and what it stands on are loaded when somebody opens it.
const UploadWidget = lazy(() => import('#web/features/uploads/widget/upload-widget.tsx'));

type Optional = 'maxFiles' | 'maxBytes' | 'metaFields' | 'onComplete';
interface UploadDialogButtonProps
  extends
    Omit<SessionOptions, Optional>,
    Partial<Pick<SessionOptions, Optional>>,
    Pick<ButtonProps, 'variant' | 'size' | 'className' | 'block' | 'disabled'> {
  /** The dialog's title. */
  title: string;
  children: ReactNode;
}

const nothing = () => undefined;

function statusOf(summary: Summary | null, left: number): string | null {
  if (!summary || summary.state === 'empty') return left > 0 ? `Resume ${plural(left, 'upload')}` : null;
  const { state, percent, unfinished } = summary;
  if (state === 'uploading') return `Uploading ${percent}%`;
  if (state === 'preprocessing' || state === 'postprocessing') return 'Saving…';
  if (state === 'paused') return `Paused at ${percent}%`;
  if (state === 'error') return 'Upload failed';
  return unfinished > 0 ? `${plural(unfinished, 'file')} waiting` : null;
}

/**
 * A button that opens the modal upload dashboard. By default it takes one file of at most 10 MB. While the dialog is
 * closed, the button says how far the uploads are, and after a reload, how many can be resumed.
 */
export function UploadDialogButton({
  scope,
  maxFiles,
  maxBytes,
  accept,
  acceptText,
  metaFields = [],
  target,
  onComplete = nothing,
  title,
  children,
  ...button
}: UploadDialogButtonProps) {
  // What one person left on a shared device is not another's.
  const ownScope = `${useUser().id}.${scope}`;
  const [left] = useState(() => pendingFiles(ownScope));
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const [summary, setSummary] = useState<Summary | null>(null);
  const status = open ? null : statusOf(summary, opened ? 0 : left);
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {opened && !summary ? <Spinner className="size-4" /> : <CloudUpload aria-hidden="true" />}
        {status ?? children}
      </Button>
      {opened && (
        <Suspense>
          <UploadWidget
            scope={ownScope}
            maxFiles={maxFiles}
            maxBytes={maxBytes}
            accept={accept}
            acceptText={acceptText}
            metaFields={metaFields}
            target={target}
            onComplete={onComplete}
            title={title}
            open={open}
            onOpenChange={setOpen}
            onSummary={setSummary}
          />
        </Suspense>
      )}
    </>
  );
}
