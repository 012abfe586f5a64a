import sharp from 'sharp';
import { develop } from './photograph.ts';
import type { SamplePicture } from './samples/sample.ts';
import { render } from './trace.ts';

const size = { width: 1600, height: 1200 } as const;
/** Drawn smaller and enlarged, which also gives the softness of a phone's lens; the noise of its sensor is added then. */
const drawn = { width: 1200, height: 900 } as const;

/** One sample picture as a JPEG of 1600 x 1200; the same bytes every time. Takes about a second of one core. */
export async function drawSample(sample: SamplePicture, index: number): Promise<Buffer> {
  const scene = sample.scene();
  const frame = render(scene, drawn.width, drawn.height, index + 1);
  const rgb = develop(frame, { exposure: scene.exposure ?? 1, vignette: 0.28, grain: 0.03, warmth: 0.02 }, index + 50);
  return sharp(rgb, { raw: { ...drawn, channels: 3 } })
    .resize(size.width, size.height, { kernel: 'cubic' })
    .sharpen({ sigma: 0.8 })
    .jpeg({ quality: 84 })
    .toBuffer();
}
