/** Draws the icons of the installed app from the favicon: `node scripts/run.mjs scripts/icons.ts`. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const background = '#0b6b63';
const mark = readFileSync('web/public/favicon.svg');

/**
 * A square PNG; `inset` is the fraction of each side that stays background, because launchers crop a maskable icon to a
 * shape.
 */
async function draw(name: string, size: number, inset: number): Promise<void> {
  const inner = Math.round(size * (1 - 2 * inset));
  const picture = await sharp(mark, { density: 1200 }).resize(inner, inner).png().toBuffer();
  const base = { width: size, height: size, channels: 4 as const, background: inset > 0 ? background : '#00000000' };
  await sharp({ create: base })
    .composite([{ input: picture }])
    .png({ compressionLevel: 9 })
    .toFile(`web/public/icons/${name}.png`);
}

await draw('icon-192', 192, 0);
await draw('icon-512', 512, 0);
await draw('maskable-512', 512, 0.14);
await draw('apple-touch-180', 180, 0.08);
