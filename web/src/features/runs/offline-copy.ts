import { z } from 'zod';
import { photoListSchema } from '#contract/photos.ts';
import type { Run } from '#contract/runs.ts';
import { areaScoreQuery, areaSessionQuery } from '#web/features/areas/api.ts';
import { areaRequirementsQuery, checklistQuery } from '#web/features/checklists/api.ts';
import { findingsQuery } from '#web/features/findings/api.ts';
import { areaPhotosQuery } from '#web/features/photos/api.ts';
import { propertyQuery } from '#web/features/properties/api.ts';
import { activeRunQuery, runQuery } from '#web/features/areas/run-queries.ts';
import { api } from '#web/lib/api.ts';
import { fetchRaw } from '#web/lib/raw.ts';
import { answersCache, cacheOf, picturesCache } from '#web/service-worker/cached-answers.ts';

/** What the device has stored of a run. */
export interface OfflineCopy {
  bytes: number;
  /** When the oldest part was downloaded. */
  readAt: Date;
}

type PhotoList = z.output<typeof photoListSchema>;

const areaIdsOf = (run: Run): string[] =>
  run.progress.filter(({ status }) => status !== 'not_applicable').map(({ id }) => id);
const pathOf = ({ queryKey }: { queryKey: readonly string[] }): string => queryKey.join('/');
const photoListPaths = (run: Run): string[] => areaIdsOf(run).map((id) => pathOf(areaPhotosQuery(id)));
/** The small pictures of photos; full-size files are not stored. */
const picturePaths = ({ photos }: PhotoList): string[] =>
  photos
    .flatMap(({ thumbnailUrl, previewUrl }) => [thumbnailUrl, previewUrl])
    .filter((path) => cacheOf(path) === picturesCache);

/** The API paths that the screens of a run and its areas read, except photos. */
const screenPaths = (run: Run): string[] => [
  pathOf(runQuery(run.id)),
  pathOf(activeRunQuery(run.propertyId)),
  pathOf(propertyQuery(run.propertyId)),
  ...areaIdsOf(run).flatMap((id) => {
    const scope = { of: 'area-sessions', id } as const;
    const ofArea = [areaSessionQuery(id), areaScoreQuery(id), areaRequirementsQuery(id)];
    return [...ofArea, checklistQuery(scope), findingsQuery(scope)].map(pathOf);
  }),
];

/** The device's storage for runs: there on https or localhost, once the service worker is active. */
export const offlineStorage = {
  isThere: (): boolean => 'caches' in window && Boolean(navigator.serviceWorker?.controller),
  subscribe(listener: () => void): () => void {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    worker?.addEventListener('controllerchange', listener);
    return () => worker?.removeEventListener('controllerchange', listener);
  },
};

/** The cached answers for these paths; null if one is missing. */
async function cachedAnswers(cacheName: string, paths: readonly string[]): Promise<Response[] | null> {
  const cache = await caches.open(cacheName);
  const answers = await Promise.all(paths.map((path) => cache.match(path, { ignoreVary: true })));
  const existing = answers.filter((answer) => answer !== undefined);
  return existing.length === paths.length ? existing : null;
}

/** The device's copy of this run; null if an answer or picture is missing. */
export async function offlineCopyOf(run: Run): Promise<OfflineCopy | null> {
  const screens = await cachedAnswers(answersCache, screenPaths(run));
  const lists = await cachedAnswers(answersCache, photoListPaths(run));
  if (!screens || !lists) return null;
  const photoLists = await Promise.all(lists.map(async (list) => photoListSchema.parse(await list.clone().json())));
  const pictures = await cachedAnswers(picturesCache, photoLists.flatMap(picturePaths));
  if (!pictures) return null;
  const answers = [...screens, ...lists];
  const sizes = await Promise.all([...answers, ...pictures].map(async (answer) => (await answer.blob()).size));
  const times = answers.map(({ headers }) => Date.parse(headers.get('date') ?? '')).filter(Number.isFinite);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), readAt: new Date(Math.min(Date.now(), ...times)) };
}

/** The worker stores an answer only after returning it, so this waits until all are stored, for at most 5 s. */
async function waitUntilStored(run: Run): Promise<void> {
  for (let attempt = 0; attempt < 25 && !(await offlineCopyOf(run)); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/**
 * Requests everything that a run needs, so that the service worker caches it. Sends one request at a time, so that
 * other requests are not delayed. `onShare` is called with the progress from 0 to 1; `alsoDownload` adds what later
 * features need.
 */
export async function downloadRun(
  run: Run,
  onShare: (share: number) => void,
  alsoDownload: () => Promise<void>,
): Promise<void> {
  const screens = screenPaths(run);
  const lists = photoListPaths(run);
  const total = screens.length + lists.length;
  for (const [index, path] of screens.entries()) {
    await api.get(path, z.unknown());
    onShare((index + 1) / total);
  }
  for (const [index, path] of lists.entries()) {
    for (const picture of picturePaths(await api.get(path, photoListSchema))) await fetchRaw(picture);
    onShare((screens.length + index + 1) / total);
  }
  await alsoDownload();
  await waitUntilStored(run);
}
