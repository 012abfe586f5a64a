import { decodeUpright, readHeader, resample, type Pixels } from '#server/analysis/picture/codec.ts';
import { material, type Material } from '#server/sample/pictures/surface.ts';

/** Linear light and a fourth number for each texel, and the same at halved sizes, so that it can be seen from afar. */
export interface Texture {
  levels: { side: number; texels: Float32Array }[];
}

const channels = 4;
/** Light from 0 to 1 for each value of a byte. */
export const linear = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2);

/** Square texels of r, g, b and cover, with all smaller levels. */
export function createTexture(texels: Float32Array, side: number): Texture {
  const levels = [{ side, texels }];
  for (let last = levels[0]; last && last.side > 1; last = levels.at(-1)) {
    const half = last.side >> 1;
    const smaller = new Float32Array(half * half * channels);
    for (let y = 0; y < half; y += 1) {
      for (let x = 0; x < half; x += 1) {
        for (let c = 0; c < channels; c += 1) {
          const at = (y * 2 * last.side + x * 2) * channels + c;
          const below = at + last.side * channels;
          const sum = (n: number): number => (last.texels[n] ?? 0) + (last.texels[n + channels] ?? 0);
          smaller[(y * half + x) * channels + c] = (sum(at) + sum(below)) / 4;
        }
      }
    }
    levels.push({ side: half, texels: smaller });
  }
  return { levels };
}

/** The texels at (x, y), both 0-1 across; `footprint` is the size of a pixel there. Outside it goes on as in a mirror. */
export function readTexture({ levels }: Texture, x: number, y: number, footprint: number, out: Float32Array): void {
  const finest = levels[0]?.side ?? 1;
  const depth = Math.min(levels.length - 1, Math.max(0, Math.round(Math.log2(Math.max(1e-9, footprint * finest)))));
  const { side, texels } = levels[depth] as Texture['levels'][number];
  const fold = (value: number): number => {
    const within = Math.abs(value % 2);
    return (within > 1 ? 2 - within : within) * (side - 1);
  };
  const [px, py] = [fold(x), fold(y)];
  const [cx, cy] = [Math.min(side - 1, Math.floor(px)), Math.min(side - 1, Math.floor(py))];
  const [nx, ny] = [Math.min(side - 1, cx + 1), Math.min(side - 1, cy + 1)];
  const [fx, fy] = [px - cx, py - cy];
  const [a, b] = [(cy * side + cx) * channels, (cy * side + nx) * channels];
  const [c, d] = [(ny * side + cx) * channels, (ny * side + nx) * channels];
  for (let n = 0; n < channels; n += 1) {
    const top = (texels[a + n] ?? 0) * (1 - fx) + (texels[b + n] ?? 0) * fx;
    const bottom = (texels[c + n] ?? 0) * (1 - fx) + (texels[d + n] ?? 0) * fx;
    out[n] = top * (1 - fy) + bottom * fy;
  }
}

export function textureOf({ data, height, width }: Pixels): Texture {
  if (width !== height) throw new Error('A texture is square');
  const texels = new Float32Array(width * height * channels).fill(1);
  for (let n = 0; n < width * height; n += 1) {
    for (let c = 0; c < 3; c += 1) texels[n * channels + c] = linear[data[n * 3 + c] ?? 0] ?? 0;
  }
  return createTexture(texels, width);
}

export async function loadSquare(path: string, side: number): Promise<Pixels> {
  return resample(await decodeUpright(path, await readHeader(path), 1600), side, side);
}

/** A surface that looks like a photograph of one, which is `meters` wide. */
export function photographed(texture: Texture, meters: number, turned: boolean): Material {
  const out = new Float32Array(channels);
  return material((u, v, footprint, sample) => {
    const [x, y] = turned ? [v / meters, u / meters] : [u / meters, v / meters];
    readTexture(texture, x, y, footprint / meters, out);
    sample.r = out[0] ?? 0;
    sample.g = out[1] ?? 0;
    sample.b = out[2] ?? 0;
    sample.gloss = 0;
    sample.height = 0;
    sample.defect = 0;
  });
}
