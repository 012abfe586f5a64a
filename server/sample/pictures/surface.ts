import type { MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { clamp } from './noise.ts';

/** What a surface is at a point: linear albedo, mirror share, height in metres, class of the defect there (0 = none). */
export interface Sample {
  r: number;
  g: number;
  b: number;
  gloss: number;
  height: number;
  defect: number;
}

/** Writes the surface at (u, v) in metres; footprint is the size of a pixel there in metres. */
export type Paint = (u: number, v: number, footprint: number, sample: Sample) => void;

export interface Material {
  paint: Paint;
  /** What it is made of, for training; the sky is what no material covers. */
  kind: MaterialClass;
  /** How strongly height shows as light and shade; 0 skips that work. */
  relief: number;
  /** Light it gives off by itself, times its colour. */
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

export function setColour(sample: Sample, colour: Rgb, factor = 1): void {
  sample.r = colour[0] * factor;
  sample.g = colour[1] * factor;
  sample.b = colour[2] * factor;
}

/** Moves the colour towards another by `share` 0-1. */
export function mix(sample: Sample, colour: Rgb, share: number): void {
  const s = clamp(share);
  sample.r += (colour[0] - sample.r) * s;
  sample.g += (colour[1] - sample.g) * s;
  sample.b += (colour[2] - sample.b) * s;
}

/** Multiplies the colour, as a thin layer of dirt or water does, by `share` of the tint. */
export function tint(sample: Sample, colour: Rgb, share: number): void {
  const s = clamp(share);
  sample.r *= 1 + (colour[0] - 1) * s;
  sample.g *= 1 + (colour[1] - 1) * s;
  sample.b *= 1 + (colour[2] - 1) * s;
}
