import type { ImageQuality, QualityReason } from '#contract/analysis.ts';

/** The problem with a photo and how to retake it; the most easily corrected problem comes first. */
const advice: readonly [QualityReason, string, string][] = [
  ['too_dark', 'Too dark to judge', 'Retake with more light'],
  ['too_bright', 'Too bright to judge', 'Retake without the glare'],
  ['blurred', 'Too blurred to judge', 'Retake and hold still'],
  ['too_small', 'Too small to judge', 'Retake at full size'],
];

/** The advice for an unusable photo; null for a usable one. */
export function qualityAdvice(quality: ImageQuality): { title: string; hint: string } | null {
  if (quality.usable) return null;
  const found = advice.find(([reason]) => quality.reasons.includes(reason));
  return found ? { title: found[1], hint: found[2] } : { title: 'Not clear enough to judge', hint: 'Retake' };
}

const reasonTexts: Record<QualityReason, string> = {
  too_dark: 'dark',
  too_bright: 'too bright',
  blurred: 'blurred',
  too_small: 'small',
};

/** "Sharp, well lit", or the problems. */
export const qualityText = ({ reasons }: ImageQuality): string => {
  if (reasons.length === 0) return 'Sharp, well lit';
  const text = reasons.map((reason) => reasonTexts[reason]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
