import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { qualityAdvice, qualityText } from '#web/features/photos/quality.ts';

interface PhotoWarningProps {
  photo: Pick<Photo, 'aiAnalysis'>;
  /** Whether a finding of the photo is shown below. */
  withFinding: boolean;
}

/** What is wrong with a weak photo, also beside the findings that the AI made of it; nothing for a good one. */
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
