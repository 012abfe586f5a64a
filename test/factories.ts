import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Caller } from './caller.ts';
import type { Answer } from './client.ts';

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const caseFields = (ownerEmail: string, fields: Record<string, unknown> = {}) => ({
  propertyName: 'Harbour Inn',
  propertyAddress: '12 Quay Street',
  propertyCity: 'Portland',
  propertyState: 'ME',
  propertyZipCode: '04101',
  propertyType: 'hotel',
  ownerEmail,
  inspectionType: 'routine',
  dueDate: inDays(14),
  requirements: ['Check the sprinklers'],
  ...fields,
});

export async function expectOk(answer: Promise<Answer>, what: string): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Adds a property of the owner. */
export const addedProperty = (owner: Caller, fields: Record<string, unknown> = {}) =>
  owner.call('POST', '/api/properties', {
    name: 'Cedar Lodge',
    address: '1 Hill Road',
    city: 'Bend',
    state: 'OR',
    zipCode: '97701',
    propertyType: 'motel',
    ...fields,
  });

/** A case that is linked and onboarded, and its property. */
export async function linkedCase(
  owner: Caller,
  admin: Caller,
  fields: Record<string, unknown> = {},
  notApplicableAreas: string[] = [],
) {
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, fields));
  const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  const onboarded = await owner.call('POST', `/api/inspection-cases/${opened.id}/onboarding`, {
    propertyConfirmed: true,
    checklist: [],
    notApplicableAreas,
  });
  return { case: onboarded, property };
}

/** Starts a run of a new property, for a case that an admin opened or without one. */
export async function startedRun(
  owner: Caller,
  admin?: Caller,
  notApplicableAreas: string[] = [],
  fields: Record<string, unknown> = {},
) {
  const linked = admin
    ? await linkedCase(owner, admin, fields, notApplicableAreas)
    : { case: null, property: await addedProperty(owner) };
  const run = await owner.call('POST', `/api/properties/${linked.property.id}/inspection-runs`);
  return { ...linked, run, areas: run.progress };
}

let pictures = 0;
/** A JPEG that differs from that of every other call. */
export async function picture(width = 640, height = 480): Promise<Buffer> {
  pictures += 1;
  const noise = { type: 'gaussian' as const, mean: 100 + (pictures % 60), sigma: 22 };
  return sharp({ create: { width, height, channels: 3, background: '#998877', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Uploads a file to a new upload address, as a browser would; returns the address. */
export async function uploadFile(
  owner: Pick<Caller, 'call' | 'putFile'>,
  bytes: Buffer,
  { filename = 'photo.jpg', contentType = 'image/jpeg' } = {},
): Promise<string> {
  const file = { filename, contentType, size: bytes.length };
  const { uploadURL } = await owner.call('POST', '/api/objects/upload', file);
  await owner.putFile(uploadURL, bytes, contentType);
  return uploadURL;
}

/** Adds a photo to an area session. */
export async function addedPhoto(owner: Caller, areaSessionId: string, fields: Record<string, unknown> = {}) {
  const url = await uploadFile(owner, await picture());
  return owner.call('POST', '/api/photos', {
    areaSessionId,
    filename: 'photo.jpg',
    url,
    category: 'lobby',
    ...fields,
  });
}

/**
 * Passes checks of an area session or inspection: the critical ones, which a score needs, or all. The address is that
 * of the API: `/api/area-sessions/…`.
 */
export async function passedChecks(owner: Caller, address: string, which: 'critical' | 'all' = 'critical') {
  for (const { id, critical } of await owner.call('GET', `${address}/checklist`)) {
    if (critical || which === 'all') await owner.call('PATCH', `${address}/checklist/${id}`, { result: 'pass' });
  }
}

/** Starts a standalone inspection of one area, or of all areas. */
export const startedInspection = (owner: Caller, property: { id: string; name: string }, area: string) =>
  owner.call('POST', '/api/inspections', {
    propertyId: property.id,
    sessionId: randomUUID().slice(0, 21),
    propertyName: property.name,
    area,
  });

/** Starts an inspection of a new property, to be recorded. */
export const liveInspection = async (owner: Caller) =>
  startedInspection(owner, (await startedRun(owner)).property, 'Guest Rooms');

/** Sends a file in parts, as the recorder does; returns its key. */
export async function uploadedInParts(owner: Caller, bytes: Buffer, type = 'video/webm'): Promise<string> {
  const { key, uploadId } = await owner.call('POST', '/api/s3/multipart', { filename: 'walk', type });
  const query = `key=${encodeURIComponent(key)}`;
  const size = 5 * 1024 * 1024;
  const parts = [];
  for (let at = 0, PartNumber = 1; at < Math.max(1, bytes.length); at += size, PartNumber += 1) {
    const { url } = await owner.call('GET', `/api/s3/multipart/${uploadId}/${PartNumber}?${query}`);
    parts.push({ PartNumber, ETag: await owner.putFile(url, bytes.subarray(at, at + size)) });
  }
  await owner.call('POST', `/api/s3/multipart/${uploadId}/complete?${query}`, { parts });
  return key;
}

/** Four seconds of video as a browser records them: without a duration and an index. */
export const walk = {
  webm: readFileSync(new URL('../server/recordings/fixtures/walk.webm', import.meta.url)),
  mp4: readFileSync(new URL('../server/recordings/fixtures/walk.mp4', import.meta.url)),
};

/** Adds a recording to an inspection. */
export async function addedRecording(owner: Caller, inspectionId: string, fields: Record<string, unknown> = {}) {
  const key = await uploadedInParts(owner, walk.webm);
  const input = { key, filename: 'walk.webm', contentType: 'video/webm', durationSeconds: 4, ...fields };
  return owner.call('POST', `/api/inspections/${inspectionId}/recordings`, input);
}
