/** An owner's field work, measured on a running product: answers to checks, and photos. */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { runSchema } from '#contract/runs.ts';
import { checklistSchema } from '#contract/checklists.ts';
import { photoSchema, uploadAnswerSchema } from '#contract/photos.ts';
import { propertySchema } from '#contract/properties.ts';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';
import type { client } from './server.ts';

type Owner = Awaited<ReturnType<typeof client>>;

/** Creates a property of the owner with a run; returns the ids of its area sessions. */
async function startRun({ call }: Owner): Promise<string[]> {
  const place = {
    name: 'Field',
    address: '1 Hill Road',
    city: 'Bend',
    state: 'OR',
    zipCode: '97701',
    propertyType: 'motel',
  };
  const { id } = await call('POST', '/api/properties', propertySchema, place);
  return (await call('POST', `/api/properties/${id}/inspection-runs`, runSchema, {})).progress.map((area) => area.id);
}

/** Answers to checks per second with this many devices at once, each in its own area. */
export async function answersPerSecond(
  address: string,
  owner: Owner,
  devices: number,
  seconds: number,
): Promise<number> {
  const areas: string[] = [];
  while (areas.length < devices) areas.push(...(await startRun(owner)));
  const requests = await Promise.all(
    areas.slice(0, devices).map(async (id) => {
      const path = `/api/area-sessions/${id}/checklist`;
      const [item] = await owner.call('GET', path, checklistSchema);
      return { method: 'PATCH' as const, path: `${path}/${item?.id}`, body: JSON.stringify({ result: 'pass' }) };
    }),
  );
  const headers = { ...owner.headers(), 'content-type': 'application/json' };
  const result = await autocannon({ url: address, connections: devices, duration: seconds, headers, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('Answers failed under load');
  return result.requests.average;
}

/** Answers to checks per second of owners who work at once, each in an area of their own property. */
export async function answersOfOwnersPerSecond(address: string, owners: Owner[], seconds: number): Promise<number> {
  const requests = await Promise.all(
    owners.map(async (owner) => {
      const [id] = await startRun(owner);
      const path = `/api/area-sessions/${id}/checklist`;
      const [item] = await owner.call('GET', path, checklistSchema);
      const headers = { ...owner.headers(), 'content-type': 'application/json' };
      return {
        method: 'PATCH' as const,
        path: `${path}/${item?.id}`,
        body: JSON.stringify({ result: 'pass' }),
        headers,
      };
    }),
  );
  // Connections share their list of requests, so each owner gets a run of its own.
  const results = await Promise.all(
    requests.map((request) => autocannon({ url: address, connections: 1, duration: seconds, requests: [request] })),
  );
  if (results.some((result) => result.non2xx > 0 || result.errors > 0)) throw new Error('Answers failed under load');
  return results.reduce((sum, result) => sum + result.requests.average, 0);
}

/** The median time in milliseconds until a photo of 12 megapixels is registered. */
export async function photoMs(owner: Owner): Promise<number> {
  const [areaSessionId] = await startRun(owner);
  const times: number[] = [];
  for (const [index, sample] of samplePictures.slice(0, 5).entries()) {
    const bytes = await sharp(await drawSample(sample, index))
      .resize(4000, 3000)
      .jpeg({ quality: 90 })
      .toBuffer();
    const { uploadURL } = await owner.call('POST', '/api/objects/upload', uploadAnswerSchema, {});
    await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'image/jpeg' } });
    const photo = { areaSessionId, filename: `${index}.jpg`, url: uploadURL, category: 'lobby' };
    const started = performance.now();
    await owner.call('POST', '/api/photos', photoSchema, photo, { prefer: 'wait=0' });
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}

/** The resident memory of a process and its descendants, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  const parents = new Map<number, { parent: number; bytes: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: field('PPid'), bytes: field('VmRSS') * 1024 });
    } catch {
      // The process has ended since the folder was read.
    }
  }
  const isBelow = (id: number): boolean => id === pid || (id > 1 && isBelow(parents.get(id)?.parent ?? 0));
  return [...parents].reduce((sum, [id, { bytes }]) => (isBelow(id) ? sum + bytes : sum), 0);
}
