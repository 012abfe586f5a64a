import type { ImageQuality, QualityReason } from '#contract/analysis.ts';
import { fromPixels } from './codec.ts';
import type { Pixels } from './codec.ts';

/** The longest side for measuring, so that one threshold fits cameras of any resolution. */
const measureSize = 1024;
const limits = {
  /** The median and mean of brightness (0-255) that a lit room exceeds. */
  dark: { median: 68, mean: 75 },
  /**
   * Too bright: a large share of pixels at the top of the scale, or highlights at the top and hardly a pixel in shade.
   */
  bright: { clipped: 0.12, noShade: 95, top: 250, someClipped: 0.03 },
  /** The share of an edge's step within two pixels, at the 90th percentile of edges. */
  sharpness: 0.72,
  /** Smooth walls have hardly any edges (a thousandth of the pixels), so blur is not judged below this share. */
  minEdges: 0.005,
  /** In pixels of the original. */
  small: { longer: 256, shorter: 160 },
} as const;
const clippedFrom = 250;
const step = { near: 1, far: 5, minNear: 6, minFar: 24 } as const;

export interface QualityMeasures {
  mean: number;
  median: number;
  shade: number;
  top: number;
  clipped: number;
  edges: number;
  sharpness: number;
}

/** Measures brightness and sharpness of a picture; percentiles are 0-255, shares 0-1. */
export async function measureQuality(pixels: Pixels): Promise<QualityMeasures> {
  const { data, info } = await fromPixels(pixels)
    .resize({ width: measureSize, height: measureSize, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const histogram = new Float64Array(256);
  for (const value of data) histogram[value] = (histogram[value] ?? 0) + 1;
  const share = (from: number): number => histogram.subarray(from).reduce((a, b) => a + b, 0) / data.length;
  const percentile = (wanted: number): number => {
    let seen = 0;
    const value = histogram.findIndex((count) => (seen += count) >= wanted * data.length);
    return value < 0 ? 255 : value;
  };
  return {
    mean: histogram.reduce((sum, count, value) => sum + count * value, 0) / data.length,
    median: percentile(0.5),
    shade: percentile(0.05),
    top: percentile(0.95),
    clipped: share(clippedFrom),
    ...measureEdges(data, info.width, info.height),
  };
}

/**
 * A sharp edge makes its whole step within two pixels, a blurred one spreads it. For each local maximum of the
 * gradient, computes the step over two pixels as a share of the step over ten. Only edges count, so bare walls and
 * blurred backgrounds behind a sharp subject do not.
 */
function measureEdges(gray: Buffer, width: number, height: number): { edges: number; sharpness: number } {
  const bins = new Float64Array(131);
  let count = 0;
  const difference = (a: number, b: number): number => Math.abs((gray[a] ?? 0) - (gray[b] ?? 0));
  for (let y = step.far; y < height - step.far; y += 1) {
    for (let x = step.far; x < width - step.far; x += 1) {
      const at = y * width + x;
      for (const stride of [1, width]) {
        const near = difference(at + stride, at - stride);
        if (near < step.minNear) continue;
        const far = difference(at + step.far * stride, at - step.far * stride);
        if (far < step.minFar) continue;
        if (near < difference(at, at - 2 * stride) || near < difference(at + 2 * stride, at)) continue;
        const bin = Math.min(130, Math.floor((near / far) * 100));
        bins[bin] = (bins[bin] ?? 0) + 1;
        count += 1;
      }
    }
  }
  let seen = 0;
  const at90 = bins.findIndex((each) => (seen += each) >= count * 0.9);
  return { edges: count / (width * height), sharpness: count === 0 ? 0 : at90 / 100 };
}

/** The reasons why the picture is unusable as evidence; `size` is that of the original. */
export function judgeQuality(measures: QualityMeasures, size: { width: number; height: number }): ImageQuality {
  const { bright, dark, small } = limits;
  const reasons: QualityReason[] = [];
  if (measures.edges >= limits.minEdges && measures.sharpness < limits.sharpness) reasons.push('blurred');
  if (measures.median < dark.median && measures.mean < dark.mean) reasons.push('too_dark');
  const noShade =
    measures.shade >= bright.noShade && measures.top >= bright.top && measures.clipped >= bright.someClipped;
  if (measures.clipped >= bright.clipped || noShade) reasons.push('too_bright');
  const [longer, shorter] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
  if (longer < small.longer || shorter < small.shorter) reasons.push('too_small');
  return { usable: reasons.length === 0, reasons };
}
