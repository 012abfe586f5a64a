import { FileText, Film, Image } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { useSmallCopy } from '#web/lib/small-copy.ts';

interface FilePreviewProps {
  /** The picture's address; null without one. */
  src: string | null;
  /** Given when the file is on this device: a small copy of it is then shown instead of `src`. */
  file?: Blob;
  name: string;
  /** The MIME type; empty if the device does not report it. */
  type: string;
  /** The alternative text; empty if the file name is shown beside it. */
  alt: string;
  className?: string;
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? t('File');

/** A picture, or a placeholder with the file type when the browser cannot show the file, such as HEIC. */
export function FilePreview({ src: whole, file, name, type, alt, className }: FilePreviewProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = cn('size-full bg-sunken object-cover', className);
  const isPicture = !type.startsWith('video/') && type !== 'application/pdf';
  const src = useSmallCopy(isPicture && file ? file : null, whole);
  if (whole && isPicture && src === null) return <span className={cn(frame, 'block')} />;
  if (src && broken !== src && isPicture)
    return <img src={src} alt={alt} decoding="async" className={frame} onError={() => setBroken(src)} />;
  const Icon = type.startsWith('video/') ? Film : type === 'application/pdf' ? FileText : Image;
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={cn(frame, 'grid place-content-center justify-items-center gap-1 text-ink-2')}
    >
      <Icon aria-hidden="true" className="size-6" />
      <span aria-hidden="true" className="text-tiny font-semibold">
        {endingOf(name)}
      </span>
    </span>
  );
}
