import type { ImageQuality, QualityReason } from '#contract/analysis.ts';

/** What is wrong with a picture, and what to do about it; the first reason that a person can change comes first. */
const advice: readonly [QualityReason, string, string][] = [
  ['too_dark', 'Too dark to judge', 'Take it again with the light on'],
  ['too_bright', 'Too bright to judge', 'Take it again without the glare'],
  ['blurred', 'Too blurred to judge', 'Take it again and hold still'],
  ['too_small', 'Too small to judge', 'Take it again at full size'],
];

/** Null for a usable picture. */
export function qualityAdvice(quality: ImageQuality): { title: string; hint: string } | null {
  if (quality.usable) return null;
  const found = advice.find(([reason]) => quality.reasons.includes(reason));
  return found ? { title: found[1], hint: found[2] } : { title: 'Not clear enough to judge', hint: 'Take it again' };
}

const words: Record<QualityReason, string> = {
  too_dark: 'dark',
  too_bright: 'too bright',
  blurred: 'blurred',
  too_small: 'small',
};

/** "Sharp, well lit", or what is not. */
export const qualityText = ({ reasons }: ImageQuality): string => {
  if (reasons.length === 0) return 'Sharp, well lit';
  const text = reasons.map((reason) => words[reason]).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
