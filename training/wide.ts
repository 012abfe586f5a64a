// node scripts/run.mjs training/wide.ts OUT_DIR TRAINING_DIR FOLD [ROOMS]
// Makes pictures of whole rooms with small damage and of the same rooms without any, with a manifest that `npm run eval`
// reads. Damage and photographs of rooms are those of the sources of FOLD (0-4), which a head that is measured by them
// must not have seen (`damage.ts CELLS_DIR FOLD` makes one). Some rooms are rendered, often with scans as their surfaces; the
// others are photographs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { damaged } from '#server/sample/pictures/defects.ts';
import { develop } from '#server/sample/pictures/photograph.ts';
import type { Scene, Solid } from '#server/sample/pictures/scene.ts';
import type { Material } from '#server/sample/pictures/surface.ts';
import { render, type Frame } from '#server/sample/pictures/trace.ts';
import { decodeUpright, readHeader } from '#server/analysis/picture/codec.ts';
import { placePatch, scanSide, type Patch } from './patches.ts';
import { interior } from './places.ts';
import { boxesIn, folds, groupSources, isRoom, readScans, sourceOf, type Scan } from './scans.ts';
import { contrastOf, createStock, minContrast, paintPhoto, somewhere, type Stock } from './staged.ts';
import { createDice, type Dice } from './surfaces.ts';
import { loadSquare, photographed, textureOf } from './textures.ts';

const [out, folder, foldText, roomsText = '4'] = process.argv.slice(2);
if (!out || !folder || !foldText) {
  throw new Error('Usage: node scripts/run.mjs training/wide.ts OUT_DIR TRAINING_DIR FOLD [ROOMS]');
}
/** The box around the damage, as a share of the picture. */
const share = { least: 0.002, most: 0.045 } as const;
const [width, height] = [1200, 900];
const tries = 40;
/** Damage of a photograph of a room, for each. */
const ofEachRoom = 3;

interface Drawn {
  pixels: Buffer;
  width: number;
  height: number;
  mask: Uint8Array;
}

interface Entry {
  file: string;
  kind: 'clean' | 'defect';
  defects: { class: string; box: number[] }[];
  objects: string[];
}
const entries: Entry[] = [];

async function save(name: string, { height: high, mask, pixels, width: wide }: Drawn, quality: number): Promise<void> {
  await sharp(pixels, { raw: { width: wide, height: high, channels: 3 } })
    .jpeg({ quality })
    .toFile(join(out ?? '', name));
  const defects = boxesIn(mask, wide).map(({ box, category }) => ({
    class: category,
    box: [box.left / wide, box.top / high, box.width / wide, box.height / high],
  }));
  entries.push({ file: name, kind: defects.length > 0 ? 'defect' : 'clean', defects, objects: [] });
}

const shareOf = (mask: Uint8Array, wide: number): number =>
  boxesIn(mask, wide).reduce((sum, { box }) => sum + (box.width * box.height) / mask.length, 0);
const isSmall = (mask: Uint8Array, wide: number): boolean => {
  const size = shareOf(mask, wide);
  return size >= share.least && size <= share.most;
};

/** The sides of a room in the order of the renderer, with how far they go in meters. */
const sidesOf = ([w, h, d]: readonly [number, number, number]): [number, number][] => [
  [d, h],
  [d, h],
  [w, d],
  [w, d],
  [w, h],
  [w, h],
];
/** Floor, ceiling, the walls on both sides and the far wall. */
const seen = [0, 1, 2, 3, 5, 5, 5];

const withSide = (scene: Scene, side: number, surface: Material): Scene => {
  const [walls, ...things] = scene.solids as [Solid, ...Solid[]];
  return { ...scene, solids: [{ ...walls, sides: walls.sides.with(side, surface) }, ...things] };
};

/** A rendered room, and the same room with damage that is seen and small; null where none could be placed. */
async function drawRoom(dice: Dice, stock: Stock): Promise<{ clean: Scene; damage: Scene } | null> {
  const scene = interior(dice);
  const [walls] = scene.solids as [Solid, ...Solid[]];
  const side = dice.pick(seen);
  const scanned = dice.chance(0.6)
    ? photographed(await stock.surface(dice), dice.between(1, 3), dice.chance(0.5))
    : (walls.sides[side] as Material);
  const clean = withSide(scene, side, scanned);
  const [across, along] = sidesOf([walls.half[0] * 2, walls.half[1] * 2, walls.half[2] * 2])[side] ?? [1, 1];
  for (let n = 0; n < tries; n += 1) {
    const patch: Patch = await stock.patch(dice);
    const place = { ...somewhere(dice, patch, [0.08, 0.6]), u: dice.next() * across, v: dice.next() * along };
    const defect = placePatch(patch, place);
    if (contrastOf(scanned, defect, place) < minContrast) continue;
    const damage = withSide(scene, side, damaged(scanned, defect));
    const glimpse = render(damage, width / 4, height / 4, 1);
    if (isSmall(glimpse.mask, width / 4)) return { clean, damage };
  }
  return null;
}

function toPicture(frame: Frame, dice: Dice, seed: number): Drawn {
  const lens = { exposure: dice.between(0.85, 1.3), vignette: dice.between(0, 0.3), grain: dice.between(0.005, 0.03) };
  return { pixels: develop(frame, lens, seed), width: frame.width, height: frame.height, mask: frame.mask };
}

/** A photograph of a room with small damage on it; null where none could be placed. */
async function harmPhoto(dice: Dice, stock: Stock, scan: Scan): Promise<Drawn | null> {
  const path = join(folder ?? '', 'surfaces', scan.file);
  const photo = await decodeUpright(path, await readHeader(path), 1600);
  const square = textureOf(await loadSquare(path, scanSide));
  for (let n = 0; n < tries; n += 1) {
    const drawn = paintPhoto(dice, photo, square, await stock.patch(dice), [0.04, 0.22]);
    if (drawn && isSmall(drawn.mask, photo.width)) return { ...photo, ...drawn };
  }
  return null;
}

const fold = Number(foldText);
const scans = await readScans(join(folder, 'surfaces'));
const sources = groupSources(scans, folds)[fold];
const own = scans.filter((scan) => sources?.has(sourceOf(scan)));
const stock = createStock(join(folder, 'surfaces'), own);
await mkdir(out, { recursive: true });
for (let n = 0; n < Number(roomsText); n += 1) {
  const dice = createDice(1_200_000 + fold * 1000 + n);
  const drawn = await drawRoom(dice, stock);
  if (!drawn) continue;
  const seed = dice.seed();
  for (const [name, scene] of Object.entries(drawn) as ['clean' | 'damage', Scene][]) {
    await save(`${fold}-room-${n}-${name}.jpg`, toPicture(render(scene, width, height, seed), dice, seed), 88);
  }
}
for (const scan of own.filter(isRoom)) {
  const path = join(folder, 'surfaces', scan.file);
  const { data, height: high, width: wide } = await decodeUpright(path, await readHeader(path), 1600);
  const clean = { pixels: Buffer.from(data), width: wide, height: high, mask: new Uint8Array(wide * high) };
  await save(`${fold}-photo-${scan.file}`, clean, 92);
  for (let n = 0; n < ofEachRoom; n += 1) {
    const drawn = await harmPhoto(createDice(1_300_000 + fold * 1000 + entries.length), stock, scan);
    if (drawn) await save(`${fold}-photo-${n}-${scan.file}`, drawn, 92);
  }
}
await writeFile(join(out, 'manifest.json'), `${JSON.stringify(entries, null, 1)}\n`);
process.stderr.write(`${entries.length} pictures\n`);
