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

/** Areas that consist of one room, so that all findings in them are in the same room. */
export const singleRoomAreas: readonly AreaCode[] = ['lobby', 'fitness_center', 'pool', 'restaurant'];
