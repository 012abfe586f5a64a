import { t } from '#contract/language.ts';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { photoCategories, type Photo } from '#contract/photos.ts';
import type { PhotoCategory } from '#web/features/photos/upload/photo-kind.ts';

/** The categories of the Upload Photos page, in the order of its select. */
export const pageCategories = ['safety', 'rooms', 'common', 'certificates'] as const;

export const categoryLabels: Record<PhotoCategory, string> = {
  safety: t('Safety'),
  rooms: t('Rooms'),
  common: t('Common'),
  certificates: t('Certificates'),
  lobby: t('Lobby'),
  guest_rooms: t('Guest Rooms'),
  common_areas: t('Common Areas'),
  fitness_center: t('Fitness Center'),
  pool: t('Pool'),
  restaurant: t('Restaurant'),
  meeting_rooms: t('Meeting Rooms'),
  exterior: t('Exterior'),
  back_of_house: t('Back of House'),
  safety_equipment: t('Safety Equipment'),
};

const isCategory = (text: string): text is PhotoCategory => photoCategories.some((category) => category === text);
const isArea = (category: PhotoCategory): category is AreaCode => areaCodes.some((code) => code === category);

/** The category with this code or area name; 'safety' if there is none. */
export function categoryOf(text: string | undefined): PhotoCategory {
  const code = (text ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_');
  return isCategory(code) ? code : 'safety';
}

const areaOfPageCategory: Record<(typeof pageCategories)[number], AreaCode | null> = {
  safety: 'safety_equipment',
  rooms: 'guest_rooms',
  common: 'common_areas',
  certificates: null,
};

/** The area that photos of a category document; null for certificates. */
export function areaOf(category: PhotoCategory): AreaCode | null {
  return isArea(category) ? category : areaOfPageCategory[category];
}

export interface AreaProgress {
  code: AreaCode;
  photos: Photo[];
  /** Whether one of its photos has an open finding. */
  hasIssues: boolean;
}

export interface PhotoProgress {
  areas: AreaProgress[];
  documented: number;
  total: number;
  /** The percentage of the ten areas that have photos. */
  percent: number;
}

/** The progress of a photo inspection by area. `withFindings` contains the ids of photos with open findings. */
export function photoProgress(photos: readonly Photo[], withFindings: ReadonlySet<string>): PhotoProgress {
  const areas = areaCodes.map((code) => {
    const areaPhotos = photos.filter(({ category }) => areaOf(category) === code);
    return { code, photos: areaPhotos, hasIssues: areaPhotos.some(({ id }) => withFindings.has(id)) };
  });
  const documented = areas.filter((area) => area.photos.length > 0).length;
  return { areas, documented, total: areas.length, percent: Math.round((documented / areas.length) * 100) };
}
