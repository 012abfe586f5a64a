import { hash } from './noise.ts';
import type { Frame } from './trace.ts';

export interface Lens {
  exposure: number;
  /** Darkening towards the corners, 0-1. */
  vignette: number;
  /** Sensor noise, as a fraction of the full scale. */
  grain: number;
  /** The color that the camera treats as white. */
  warmth?: number;
}

/** Turns light into 8-bit sRGB as a camera does: exposure, a shoulder for highlights, vignette, noise. */
export function develop(frame: Frame, lens: Lens, seed: number): Buffer {
  const { height, light, width } = frame;
  const out = Buffer.allocUnsafe(width * height * 3);
  const warmth = lens.warmth ?? 0;
  const balance = [1 + warmth, 1, 1 - warmth];
  const bloom = glow(frame, lens.exposure);
  for (let y = 0; y < height; y += 1) {
    const dy = (y / height - 0.5) * 2;
    for (let x = 0; x < width; x += 1) {
      const dx = (x / width - 0.5) * 2;
      const fall = 1 - lens.vignette * (dx * dx + dy * dy) * 0.5;
      const at = (y * width + x) * 3;
      const own = hash(x, y, seed) - 0.5 + (hash(x, y, seed + 7) - 0.5);
      const from = bloom.at(x, y);
      for (let c = 0; c < 3; c += 1) {
        const raw = ((light[at + c] ?? 0) * lens.exposure + (bloom.values[from + c] ?? 0)) * fall * (balance[c] ?? 1);
        const shown = curve(raw) + own * lens.grain * 0.6 + (hash(x, y, seed + 11 + c) - 0.5) * lens.grain * 0.8;
        out[at + c] = Math.min(255, Math.max(0, Math.round(shown * 255)));
      }
    }
  }
  return out;
}

/** Linear in the middle, rolling off to white; then gamma. */
function curve(light: number): number {
  const value = Math.max(0, light);
  const rolled = (value * (1 + value / 5.5)) / (1 + value * 0.82);
  return Math.min(1, rolled) ** (1 / 2.2);
}

const bloomStep = 8;
const bloomRadius = 6;

/** A faint glow around areas brighter than white, computed at an eighth of the size. */
function glow(
  { height, light, width }: Frame,
  exposure: number,
): { values: Float32Array; at(x: number, y: number): number } {
  const w = Math.ceil(width / bloomStep);
  const h = Math.ceil(height / bloomStep);
  const bright = new Float32Array(w * h * 3);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const from = (Math.min(height - 1, y * bloomStep + 4) * width + Math.min(width - 1, x * bloomStep + 4)) * 3;
      for (let c = 0; c < 3; c += 1) {
        bright[(y * w + x) * 3 + c] = Math.min(3, Math.max(0, (light[from + c] ?? 0) * exposure - 1.1));
      }
    }
  }
  const wide = soften(soften(bright, w, h, 3, w * 3), h, w, w * 3, 3);
  return {
    values: wide.map((value) => value * 0.16),
    at: (x, y) => (Math.floor(y / bloomStep) * w + Math.floor(x / bloomStep)) * 3,
  };
}

function soften(values: Float32Array, length: number, lines: number, step: number, lineStep: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    for (let n = 0; n < length; n += 1) {
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        for (let k = -bloomRadius; k <= bloomRadius; k += 1) {
          const inside = Math.min(length - 1, Math.max(0, n + k));
          sum += values[line * lineStep + inside * step + c] ?? 0;
        }
        result[line * lineStep + n * step + c] = sum / (bloomRadius * 2 + 1);
      }
    }
  }
  return result;
}
