import type { MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { clamp } from './noise.ts';

/**
 * A surface at a point: linear albedo, mirror share, height in meters, and the class of the defect there (0 = none).
 */
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
  /** The class of the material, for training; sky is where there is no material. */
  kind: MaterialClass;
  /** How strongly the height shows as light and shade; 0 skips the computation. */
  relief: number;
  /** The light that it emits, times its color. */
  emit: number;
  /** Whether it is a true mirror. */
  mirror: boolean;
}

export type Rgb = readonly [number, number, number];

/** Converts '#aabbcc' to linear light. */
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

/** Mixes the color with another by `share` 0-1. */
export function mix(sample: Sample, color: Rgb, share: number): void {
  const s = clamp(share);
  sample.r += (color[0] - sample.r) * s;
  sample.g += (color[1] - sample.g) * s;
  sample.b += (color[2] - sample.b) * s;
}

/** Multiplies the color by `share` of the tint, as a thin layer of dirt or water does. */
export function tint(sample: Sample, color: Rgb, share: number): void {
  const s = clamp(share);
  sample.r *= 1 + (color[0] - 1) * s;
  sample.g *= 1 + (color[1] - 1) * s;
  sample.b *= 1 + (color[2] - 1) * s;
}
