import type { MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { clamp } from './noise.ts';

/** What a surface is at a point: linear albedo, mirror share, height in meters, class of the defect there (0 = none). */
export interface Sample {
  r: number;
  g: number;
  b: number;
  gloss: number;
  height: number;
  defect: number;
}

/** Writes the surface at (u, v) in meters; footprint is the size of a pixel there in meters. */
export type Paint = (u: number, v: number, footprint: number, sample: Sample) => void;

export interface Material {
  paint: Paint;
  /** What it is made of, for training; the sky is what no material covers. */
  kind: MaterialClass;
  /** How strongly height shows as light and shade; 0 skips that work. */
  relief: number;
  /** Light it gives off by itself, times its color. */
  emit: number;
  /** A true mirror. */
  mirror: boolean;
}

export type Rgb = readonly [number, number, number];

/** '#aabbcc' as linear light. */
export function rgb(hex: string): Rgb {
  const channel = (at: number): number => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2;
  return [channel(1), channel(3), channel(5)];
}

export const blankSample = (): Sample => ({ r: 0, g: 0, b: 0, gloss: 0, height: 0, defect: 0 });

export function material(paint: Paint, options: Partial<Omit<Material, 'paint'>> = {}): Material {
  return { paint, kind: 'other', relief: 0, emit: 0, mirror: false, ...options };
}

export function setColor(sample: Sample, color: Rgb, factor = 1): void {
  sample.r = color[0] * factor;
  sample.g = color[1] * factor;
  sample.b = color[2] * factor;
}

/** Moves the color towards another by `share` 0-1. */
export function mix(sample: Sample, color: Rgb, share: number): void {
  const s = clamp(share);
  sample.r += (color[0] - sample.r) * s;
  sample.g += (color[1] - sample.g) * s;
  sample.b += (color[2] - sample.b) * s;
}

/** Multiplies the color, as a thin layer of dirt or water does, by `share` of the tint. */
export function tint(sample: Sample, color: Rgb, share: number): void {
  const s = clamp(share);
  sample.r *= 1 + (color[0] - 1) * s;
  sample.g *= 1 + (color[1] - 1) * s;
  sample.b *= 1 + (color[2] - 1) * s;
}
