import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { qualityAdvice, qualityText } from '#web/features/photos/quality.ts';

interface PhotoWarningProps {
  photo: Pick<Photo, 'aiAnalysis'>;
  /** Whether one of the photo's findings is shown below. */
  withFinding: boolean;
}

/** A warning about the quality of a weak photo, even if the AI found something on it; hidden for a good photo. */
export function PhotoWarning({ photo: { aiAnalysis }, withFinding }: PhotoWarningProps) {
  const advice = aiAnalysis && !aiAnalysis.error ? qualityAdvice(aiAnalysis.imageQuality) : null;
  if (!aiAnalysis || !advice) return null;
  return (
    <div className="rounded-card bg-medium-soft px-4 py-3 text-medium">
      <p className="font-strong">{withFinding ? t('The AI may be wrong about this photo') : advice.title}</p>
      <p>{withFinding ? `${qualityText(aiAnalysis.imageQuality)}. ${advice.hint}` : advice.hint}</p>
    </div>
  );
}
