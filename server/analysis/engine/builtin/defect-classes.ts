/** What the head for surfaces tells apart; the index is the value in a training mask. The first means that nothing is wrong. */
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
