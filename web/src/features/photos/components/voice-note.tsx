import { Mic, Pause, Play, Square, Trash2 } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { usePlayback } from '#web/features/photos/use-playback.ts';
import { canRecordVoice, useVoiceRecorder } from '#web/features/photos/use-voice-recorder.ts';
import { deleteVoiceNote, saveVoiceNote, useVoiceNote } from '#web/features/photos/voice-note-kind.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';

interface VoiceNoteProps {
  scope: Scope;
  photo: Pick<Photo, 'id' | 'voiceNote'>;
  mayRecord: boolean;
  /** Shown over the camera picture with large buttons, instead of as a row of the panel. */
  overPicture?: boolean;
}

/** Records, plays and deletes the voice note of a photo; hidden if there is none and none may be recorded. */
export function VoiceNote({ scope, photo, mayRecord, overPicture }: VoiceNoteProps) {
  const note = useVoiceNote(scope, photo);
  const recorder = useVoiceRecorder((sound, seconds) => saveVoiceNote(scope, photo.id, sound, seconds));
  const playback = usePlayback(note?.source ?? null);
  const canRecord = mayRecord && canRecordVoice();
  if (!note && !canRecord) return null;
  const button = overPicture
    ? ({ variant: 'secondary', className: 'min-h-12' } as const)
    : ({ variant: 'ghost', size: 'sm' } as const);
  if (recorder.seconds !== null)
    return (
      <Button {...button} onClick={recorder.stop}>
        <Square aria-hidden="true" className="fill-current text-critical" />
        {t('Stop, {length}', { length: formatTimestamp(recorder.seconds) })}
      </Button>
    );
  if (!note)
    return (
      <Button {...button} onClick={() => void recorder.start()}>
        <Mic aria-hidden="true" />
        {t('Record a Voice Note')}
      </Button>
    );
  const Icon = playback.playing ? Pause : Play;
  return (
    <>
      <Button {...button} onClick={playback.toggle}>
        <Icon aria-hidden="true" />
        {playback.playing
          ? t('Stop the voice note')
          : t('Voice note, {length}', { length: formatTimestamp(note.seconds) })}
      </Button>
      {canRecord && (
        <Button
          {...button}
          aria-label={t('Delete the voice note')}
          title={t('Delete the voice note')}
          onClick={() => deleteVoiceNote(scope, photo)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </>
  );
}
