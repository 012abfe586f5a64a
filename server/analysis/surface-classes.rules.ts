/**
 * What a cell of a picture can be made of. The index is the value in a training mask; the first stands for everything
 * that has no name here.
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

/** The defects that a surface can have. The index is the value in a training mask; the first means a sound surface. */
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
