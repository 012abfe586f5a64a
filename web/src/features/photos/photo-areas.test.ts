import { describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import type { Photo } from '#contract/photos.ts';
import { areaOf, categoryLabels, categoryOf, photoProgress } from '#web/features/photos/photo-areas.ts';

const photo = (id: string, category: Photo['category']): Photo => ({
  id,
  category,
  inspectionId: 'i',
  planItemId: null,
  repairOf: null,
  checkId: null,
  areaSessionId: null,
  userId: 'u',
  filename: `${id}.jpg`,
  url: '',
  thumbnailUrl: '',
  previewUrl: '',
  pageCount: null,
  text: null,
  description: null,
  building: null,
  floor: null,
  room: null,
  marks: [],
  voiceNote: null,
  width: 1,
  height: 1,
  sha256: '',
  source: 'gallery',
  takenAt: null,
  deviceClock: null,
  location: null,
  filesDeletedAt: null,
  analysisStatus: 'done',
  aiAnalysis: null,
  uploadedAt: '',
  createdAt: '',
  abilities: { delete: true, edit: true },
});

describe('the areas of photos', () => {
  it.each([
    ['rooms', 'guest_rooms'],
    ['safety', 'safety_equipment'],
    ['common', 'common_areas'],
    ['certificates', null],
    ['pool', 'pool'],
  ] as const)('%s documents %s', (category, area) => {
    expect(areaOf(category)).toBe(area);
  });

  it.each([
    [undefined, 'safety'],
    ['', 'safety'],
    ['nonsense', 'safety'],
    ['certificates', 'certificates'],
    ['back_of_house', 'back_of_house'],
    ['Guest Rooms', 'guest_rooms'],
  ])('an address that says %o means %s [2.uploadphotos.14]', (text, category) => {
    expect(categoryOf(text)).toBe(category);
  });

  it('are documented when they have photos, and the progress counts tenths [9.progress.3, 3.uploadareas.1]', () => {
    const photos = [photo('a', 'lobby'), photo('b', 'rooms'), photo('c', 'guest_rooms'), photo('d', 'certificates')];
    const progress = photoProgress(photos, new Set(['c', 'd']));
    expect(progress).toMatchObject({ documented: 2, total: 10, percent: 20 });
    expect(progress.areas.map(({ code }) => code)).toEqual(areaCodes);
    const rooms = progress.areas.find(({ code }) => code === 'guest_rooms');
    expect([rooms?.photos.length, rooms?.hasIssues]).toEqual([2, true]);
    expect(progress.areas.find(({ code }) => code === 'lobby')?.hasIssues).toBe(false);
    const everywhere = areaCodes.map((code) => photo(code, code));
    expect(photoProgress(everywhere, new Set()).percent).toBe(100);
    expect(Object.keys(categoryLabels)).toHaveLength(14);
  });
});
