import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { qualityText } from '#web/features/photos/quality.ts';
import { PhotoOrigin } from '#web/features/photos/components/photo-origin.tsx';

/** The quality, origin, size and checksum of a photo. */
export function PhotoFacts({ photo }: { photo: Photo }) {
  const quality = photo.aiAnalysis && !photo.aiAnalysis.error ? qualityText(photo.aiAnalysis.imageQuality) : null;
  const size = photo.pageCount === null && photo.width && photo.height ? `${photo.width} × ${photo.height}` : null;
  return (
    <p className="text-small text-ink-2">
      {quality && `${quality} · `}
      <PhotoOrigin photo={photo} />
      {size && ` · ${size}`} ·{' '}
      <span title={photo.sha256}>
        {t('SHA-256 {start}…{end}', { start: photo.sha256.slice(0, 4), end: photo.sha256.slice(-4) })}
      </span>
    </p>
  );
}
