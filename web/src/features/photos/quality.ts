import type { ImageQuality, QualityReason } from '#contract/analysis.ts';
import type { Photo } from '#contract/photos.ts';
import { t } from '#contract/language.ts';

/** The problems of a photo and how to retake it, the most easily corrected one first. */
const advice: readonly [QualityReason, string, string][] = [
  ['too_dark', t('Too dark to judge'), t('Retake with more light')],
  ['too_bright', t('Too bright to judge'), t('Retake without the glare')],
  ['blurred', t('Too blurred to judge'), t('Retake and hold still')],
  ['too_small', t('Too small to judge'), t('Retake at full size')],
];

/** The advice for an unusable photo; null for a usable one. */
export function qualityAdvice(quality: ImageQuality): { title: string; hint: string } | null {
  if (quality.usable) return null;
  const found = advice.find(([reason]) => quality.reasons.includes(reason));
  return found ? { title: found[1], hint: found[2] } : { title: t('Not clear enough to judge'), hint: t('Retake') };
}

const reasonTexts: Record<QualityReason, string> = {
  too_dark: 'dark',
  too_bright: t('too bright'),
  blurred: 'blurred',
  too_small: 'small',
};

/** "Sharp, well lit", or the problems. */
export const qualityText = ({ reasons }: ImageQuality): string => {
  if (reasons.length === 0) return t('Sharp, well lit');
  const text = reasons.map((reason) => reasonTexts[reason]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Whether findings may still appear, because there is no photo yet or one is still to be analyzed. */
export const awaitsAnalysis = (photos: readonly Pick<Photo, 'analysisStatus'>[] | undefined): boolean =>
  !photos?.length || photos.some(({ analysisStatus }) => analysisStatus === 'pending');
