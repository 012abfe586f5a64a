import type { Photo } from '../contract/photos.ts';
import { startedRun, type Person } from './story.ts';

/** The areas of a started inspection, and the query of its lobby's screens. */
export async function lobbyOf(owner: Person, admin?: Person) {
  const { property, run, areas } = await startedRun(owner, admin ?? owner);
  const [lobby, rooms] = areas;
  const query = `runId=${run.id}&sessionId=${lobby?.id}&areaName=Lobby&propertyId=${property.id}`;
  return { property, lobby: lobby?.id ?? '', rooms: rooms?.id ?? '', query };
}

export const photosOf = (session: string) => `/api/area-sessions/${session}/photos`;
/** Answers with this change of every photo. */
export const withPhotos = (change: Partial<Photo>) => (body: { photos: Photo[] }) => ({
  photos: body.photos.map((photo) => ({ ...photo, ...change })),
});
