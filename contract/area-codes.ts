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

/** Areas that are one room: whatever of it is found anywhere in them is in the same room. */
export const singleRoomAreas: readonly AreaCode[] = ['lobby', 'fitness_center', 'pool', 'restaurant'];
