import { amenities } from './amenities.ts';
import { guestRooms } from './guest-rooms.ts';
import { indoors } from './indoors.ts';
import { outdoors } from './outdoors.ts';
import type { SamplePicture } from './sample.ts';

/** All sample pictures, at least two per area. */
export const samplePictures: readonly SamplePicture[] = [...guestRooms, ...indoors, ...amenities, ...outdoors];
