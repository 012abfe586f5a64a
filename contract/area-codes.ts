export const areaCodes = [
  'lobby',
  'guest_rooms',
  'common_areas',
  'fitness_center',
  'pool',
  'restaurant',
  'meeting_rooms',
  'exterior',
  'back_of_house',
  'safety_equipment',
] as const;
export type AreaCode = (typeof areaCodes)[number];
