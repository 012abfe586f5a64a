import { FileText, Film, Image } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

interface FilePreviewProps {
  /** The picture's address; null without one. */
  src: string | null;
  name: string;
  /** The MIME type; empty if the device does not report it. */
  type: string;
  /** The alternative text; empty if the file name is shown beside it. */
  alt: string;
  className?: string;
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? t('File');

/** A picture, or a placeholder with the file type when the browser cannot show the file, such as HEIC. */
export function FilePreview({ src, name, type, alt, className }: FilePreviewProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = cn('size-full bg-sunken object-cover', className);
  if (src && broken !== src && !type.startsWith('video/') && type !== 'application/pdf')
    return <img src={src} alt={alt} className={frame} onError={() => setBroken(src)} />;
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
