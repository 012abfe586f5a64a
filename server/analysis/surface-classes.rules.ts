/**
 * The materials of a cell of a picture. The index is the value in a training mask; the first one stands for every
 * material without a name here.
 */
export const materialClasses = [
  'other',
  'painted wall',
  'tile',
  'wood',
  'carpet',
  'concrete',
  'asphalt',
  'brick',
  'textile',
  'metal',
  'glass',
  'plants',
  'water',
  'stone',
  'sky',
] as const;
export type MaterialClass = (typeof materialClasses)[number];

/** The defects of a surface. The index is the value in a training mask; the first one means a sound surface. */
export const defectClasses = [
  'none',
  'crack',
  'spall',
  'stain',
  'water_damage',
  'mould',
  'peeling_paint',
  'corrosion',
  'floor_damage',
  'broken_tile',
] as const;
export type DefectClass = Exclude<(typeof defectClasses)[number], 'none'>;
