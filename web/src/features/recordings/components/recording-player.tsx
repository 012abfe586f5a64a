import { useQuery } from '@tanstack/react-query';
import { Video, VideoOff } from 'lucide-react';
import { t } from '#contract/language.ts';
import { PlayerFrame } from '#web/features/recordings/components/player-frame.tsx';
import { recordingsQuery } from '#web/features/recordings/api.ts';
import type { RecordingMark } from '#web/features/recordings/recording-mark.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface RecordingPlayerProps {
  inspectionId: string;
  /** The second in the inspection's timeline to seek to; each change seeks again. */
  at?: number | null;
  marks?: readonly RecordingMark[];
}

/** All recordings of an inspection as one timeline, with the findings marked on it. */
export function RecordingPlayer({ inspectionId, at = null, marks = [] }: RecordingPlayerProps) {
  const { data, error, refetch } = useQuery(recordingsQuery(inspectionId));
  if (error && !data)
    return <ErrorState title={t('The recording could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">{t('Loading the recording')}</span>
        <Skeleton className="aspect-video w-full rounded-card" />
        <Skeleton className="mt-3 h-11 w-full" />
      </div>
    );
  }
  if (data.recordings.length === 0) {
    return (
      <EmptyState icon={Video} title={t('No recording')}>
        {t('A live inspection records video while it is running. This one has none.')}
      </EmptyState>
    );
  }
  if (data.recordings.every(({ filesDeletedAt }) => filesDeletedAt !== null)) {
    return (
      <EmptyState icon={VideoOff} title={t('The recording was deleted')}>
        {t('Recordings are kept for a limited time. The findings stay, and so does the SHA-256 of the file:')}
        {data.recordings.map(({ id, sha256 }) => (
          <code key={id} className="block text-small wrap-anywhere">
            {sha256 ?? t('not recorded')}
          </code>
        ))}
      </EmptyState>
    );
  }
  return <PlayerFrame recordings={data.recordings} at={at} marks={marks} />;
}
