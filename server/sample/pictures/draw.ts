import sharp from 'sharp';
import { develop } from './photograph.ts';
import type { SamplePicture } from './samples/sample.ts';
import { render } from './trace.ts';

const size = { width: 1600, height: 1200 } as const;
/**
 * Drawn at this scale and enlarged, which also gives the softness of a phone's lens; the sensor noise is added
 * afterwards.
 */
const drawnShare = 0.75;

const scaled = (scale: number) => ({ width: Math.round(size.width * scale), height: Math.round(size.height * scale) });

/**
 * One sample picture as a JPEG of 1600 x 1200, times `scale`. The bytes are the same every time. Takes three seconds of
 * one core, and a quarter of that at half the size.
 */
export async function drawSample(sample: SamplePicture, index: number, scale = 1): Promise<Buffer> {
  const drawn = scaled(scale * drawnShare);
  const { width, height } = scaled(scale);
  const scene = sample.scene();
  const frame = render(scene, drawn.width, drawn.height, index + 1);
  const rgb = develop(frame, { exposure: scene.exposure ?? 1, vignette: 0.28, grain: 0.03, warmth: 0.02 }, index + 50);
  return sharp(rgb, { raw: { ...drawn, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .sharpen({ sigma: 0.8 })
    .jpeg({ quality: 84 })
    .toBuffer();
}
