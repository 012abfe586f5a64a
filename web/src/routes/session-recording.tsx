import type { Issue } from '#contract/issues.ts';
import { isOpenIssue } from '#web/features/issues/finding-boxes.ts';
import { RecordingPlayer, type RecordingMark } from '#web/features/recordings/components/recording-player.tsx';

/** The moments of the open findings that were made in the recording. */
const marksOf = (issues: readonly Issue[]): RecordingMark[] =>
  issues
    .filter(isOpenIssue)
    .flatMap(({ videoTimestamp, title, severity }) =>
      videoTimestamp === null ? [] : [{ seconds: videoTimestamp, label: title, severity }],
    );

interface SessionRecordingProps {
  inspectionId: string;
  issues: readonly Issue[];
  /** Seeks there, in seconds of the inspection's timeline, whenever it changes. */
  at: number | null;
}

/** The recording of an inspection with its findings marked on the timeline. */
export default function SessionRecording({ inspectionId, issues, at }: SessionRecordingProps) {
  return <RecordingPlayer inspectionId={inspectionId} at={at} marks={marksOf(issues)} />;
}
