import type { Finding } from '#contract/findings.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { RecordingPlayer } from '#web/features/recordings/components/recording-player.tsx';
import type { RecordingMark } from '#web/features/recordings/recording-mark.ts';

/** Marks for the open findings that have a time in the recording. */
const marksOf = (findings: readonly Finding[]): RecordingMark[] =>
  findings
    .filter(isOpenFinding)
    .flatMap(({ videoTimestamp, title, severity }) =>
      videoTimestamp === null ? [] : [{ seconds: videoTimestamp, label: title, severity }],
    );

export interface MarkedPlayerProps {
  inspectionId: string;
  findings: readonly Finding[];
  /** The second in the inspection's timeline to seek to; each change seeks again. */
  seekTo: number | null;
}

/** The player of an inspection's recording with its findings marked on the timeline. */
export default function MarkedPlayer({ inspectionId, findings, seekTo }: MarkedPlayerProps) {
  return <RecordingPlayer inspectionId={inspectionId} at={seekTo} marks={marksOf(findings)} />;
}
