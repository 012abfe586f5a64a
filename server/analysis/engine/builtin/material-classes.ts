/** What the cells of a picture can be made of; the first stands for everything that has no name here. */
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
