import { Check, Info, Pause, Pencil, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { formatBytes } from '#contract/texts.ts';
import { fileActions, stateText, type UploadFile } from '#web/features/uploads/file-state.ts';
import type { Uploads } from '#web/features/uploads/uploads.ts';
import { cn } from '#web/lib/cn.ts';
import { FilePreview } from '#web/ui/file-preview.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Progress } from '#web/ui/meter.tsx';

interface FileTileProps {
  file: UploadFile;
  uploads: Pick<Uploads, 'retry' | 'pauseOrResume' | 'remove' | 'previewOf'>;
  /** Opens the form for the file's details. */
  onEdit?: () => void;
  /** The name of a required field, for an error message. */
  fieldName: (id: string) => string;
}

/** A short error message; the full reason is shown on request. */
function Failure({ file, fieldName }: Pick<FileTileProps, 'file' | 'fieldName'>) {
  const [shown, setShown] = useState(false);
  const { missing } = file;
  if (missing.length > 0)
    return (
      <p className="text-small font-medium text-critical">
        {missing.length === 1
          ? t('Missing required meta field: {fields}', { fields: missing.map(fieldName).join(', ') })
          : t('Missing required meta fields: {fields}', { fields: missing.map(fieldName).join(', ') })}
      </p>
    );
  return (
    <div className="grid justify-items-start">
      <p className="text-small font-medium text-critical">{t('Upload failed')}</p>
      <button
        type="button"
        aria-expanded={shown}
        aria-label={t('Details of {name}', { name: file.name })}
        onClick={() => setShown(!shown)}
        className="-mx-1 flex min-h-8 items-center gap-1 rounded-small px-1 text-small font-semibold text-accent hover:underline touch:min-h-11"
      >
        <Info aria-hidden="true" className="size-4" />
        {shown ? t('Hide details') : t('Details')}
      </button>
      {shown && <p className="text-small text-ink-2">{file.error}</p>}
    </div>
  );
}

/** One file with its picture, progress and actions; a row on narrow screens, otherwise a card. */
export function FileTile({ file, uploads, onEdit, fieldName }: FileTileProps) {
  const { state } = file;
  const may = fileActions(state);
  const busy = state === 'uploading' || state === 'paused';
  return (
    <li
      data-state={state}
      className="grid grid-cols-[72px_minmax(0,1fr)] content-start gap-x-3 gap-y-1 rounded-card border border-line bg-surface p-2.5 @min-[576px]:grid-cols-[minmax(0,1fr)] @min-[576px]:gap-y-2"
    >
      <div className="relative row-span-2 h-[72px] overflow-hidden rounded-control @min-[576px]:row-span-1 @min-[576px]:h-[132px]">
        <FilePreview src={uploads.previewOf(file.id)} name={file.name} type={file.type} alt="" />
        {state === 'complete' && (
          <span className="absolute end-1.5 bottom-1.5 grid size-7 place-items-center rounded-full bg-good text-surface">
            <Check aria-hidden="true" className="size-4" />
          </span>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <p className="truncate font-medium" title={file.name}>
          {file.name}
        </p>
        {busy && <Progress value={file.percent} label={t('Upload of {name}', { name: file.name })} />}
        {file.contentMissing ? (
          <p className="text-small text-medium">{t('Choose this file again to continue')}</p>
        ) : state === 'error' ? (
          <Failure file={file} fieldName={fieldName} />
        ) : (
          <p className={cn('text-small text-ink-2', state === 'complete' && 'font-medium text-good')}>
            {stateText(file)} · {formatBytes(file.size)}
          </p>
        )}
      </div>
      <div className="-me-1.5 -mb-1.5 flex justify-end @min-[576px]:mt-auto">
        {onEdit && may.edit && (
          <IconButton label={t('Edit {name}', { name: file.name })} tooltip={false} onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
        {may.retry && !file.restored && !file.contentMissing && file.missing.length === 0 && (
          <IconButton
            label={t('Retry {name}', { name: file.name })}
            tooltip={false}
            onClick={() => uploads.retry(file.id)}
          >
            <RotateCw aria-hidden="true" />
          </IconButton>
        )}
        {(may.pause || may.resume) && (
          <IconButton
            label={`${may.pause ? t('Pause') : t('Resume')} ${file.name}`}
            tooltip={false}
            onClick={() => uploads.pauseOrResume(file.id)}
          >
            {may.pause ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          </IconButton>
        )}
        {may.cancel && (
          <IconButton
            label={`${busy ? t('Cancel') : t('Remove')} ${file.name}`}
            tooltip={false}
            onClick={() => uploads.remove(file.id)}
          >
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  );
}
