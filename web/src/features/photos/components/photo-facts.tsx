import type { Photo } from '#contract/photos.ts';
import { qualityText } from '#web/features/photos/quality.ts';
import { formatClock, formatClockSeconds } from '#web/features/photos/shot-time.ts';

const sources: Record<Photo['source'], string> = {
  camera: ' with the camera',
  gallery: ', from the gallery',
  live: ' during a live inspection',
  unknown: '',
};

/** Where a photo comes from and how it can be told from any other. */
export function PhotoFacts({ photo }: { photo: Photo }) {
  const quality = photo.aiAnalysis && !photo.aiAnalysis.error ? qualityText(photo.aiAnalysis.imageQuality) : null;
  const taken = photo.takenAt ? `taken ${formatClock(photo.takenAt)}${sources[photo.source]}` : null;
  const parts = [
    quality,
    taken,
    `received ${formatClockSeconds(photo.uploadedAt)}`,
    photo.width && photo.height ? `${photo.width} × ${photo.height}` : null,
    photo.location ? `at ${photo.location.latitude.toFixed(5)}, ${photo.location.longitude.toFixed(5)}` : null,
  ];
  return (
    <p className="text-small text-ink-2">
      {parts.filter(Boolean).join(' · ')} ·{' '}
      <span title={photo.sha256}>
        SHA-256 {photo.sha256.slice(0, 4)}…{photo.sha256.slice(-4)}
      </span>
    </p>
  );
}
