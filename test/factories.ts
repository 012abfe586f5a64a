import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Answer, Client, TestApp } from './app.ts';

type Person = Client & { user: { id: string; email: string } };

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

async function expectOk(answer: Promise<Answer>, what: string): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A case that is linked and onboarded, and its property. */
export async function linkedCase(
  owner: Person,
  admin: Person,
  fields: Record<string, unknown> = {},
  notApplicableAreas: string[] = [],
) {
  const opened = await expectOk(
    admin.post('/api/inspection-cases', caseFields(owner.user.email, fields)),
    'Opening a case',
  );
  const { property } = await expectOk(
    owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber }),
    'Linking',
  );
  const onboarded = await expectOk(
    owner.post(`/api/inspection-cases/${opened.id}/onboarding`, {
      propertyConfirmed: true,
      checklist: [],
      notApplicableAreas,
    }),
    'Onboarding',
  );
  return { case: onboarded, property };
}

/** A run of a new property, with or without a case. */
export async function startedRun(owner: Person, admin?: Person, notApplicableAreas: string[] = []) {
  const property = admin
    ? (await linkedCase(owner, admin, {}, notApplicableAreas)).property
    : await expectOk(
        owner.post('/api/properties', {
          name: 'Cedar Lodge',
          address: '1 Hill Road',
          city: 'Bend',
          state: 'OR',
          zipCode: '97701',
          propertyType: 'motel',
        }),
        'Adding a property',
      );
  const run = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting a run');
  return { property, run, areas: run.progress };
}

let pictures = 0;
/** A JPEG that no other call has given before. */
export async function picture(width = 640, height = 480): Promise<Buffer> {
  pictures += 1;
  const noise = { type: 'gaussian' as const, mean: 110 + (pictures % 40), sigma: 25 };
  return sharp({ create: { width, height, channels: 3, background: '#887766', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A photo in an area session. */
export async function addedPhoto(
  app: TestApp,
  owner: Person,
  areaSessionId: string,
  fields: Record<string, unknown> = {},
) {
  const url = await app.upload(owner, await picture());
  return expectOk(
    owner.post('/api/photos', { areaSessionId, filename: 'photo.jpg', url, category: 'lobby', ...fields }),
    'Registering a photo',
  );
}

/** A live inspection of a new property. */
export async function liveInspection(owner: Person) {
  const { property } = await startedRun(owner);
  return expectOk(
    owner.post('/api/inspections', {
      propertyId: property.id,
      sessionId: randomUUID().slice(0, 21),
      propertyName: property.name,
      area: 'Guest Rooms',
    }),
    'Starting a live inspection',
  );
}

/** Sends a file in parts, as the recorder does; answers its key. */
export async function uploadedInParts(owner: Person, bytes: Buffer, type = 'video/webm'): Promise<string> {
  const { key, uploadId } = await expectOk(
    owner.post('/api/s3/multipart', { filename: 'walk', type }),
    'Beginning an upload',
  );
  const size = 5 * 1024 * 1024;
  const parts = [];
  for (let at = 0, PartNumber = 1; at < Math.max(1, bytes.length); at += size, PartNumber += 1) {
    const { url } = await expectOk(owner.get(`/api/s3/multipart/${uploadId}/${PartNumber}?key=${key}`), 'Signing');
    const payload = bytes.subarray(at, at + size);
    const { pathname, search, hostname } = new URL(url);
    const etag =
      hostname === 'localhost'
        ? (await owner.send({ method: 'PUT', url: `${pathname}${search}`, payload })).headers['etag']
        : (await fetch(url, { method: 'PUT', body: new Uint8Array(payload) })).headers.get('etag');
    parts.push({ PartNumber, ETag: String(etag) });
  }
  await expectOk(owner.post(`/api/s3/multipart/${uploadId}/complete?key=${key}`, { parts }), 'Completing');
  return key;
}

/** Four seconds as a browser records them: without a duration and without an index. */
export const walk = {
  webm: readFileSync(new URL('../server/recordings/fixtures/walk.webm', import.meta.url)),
  mp4: readFileSync(new URL('../server/recordings/fixtures/walk.mp4', import.meta.url)),
};

/** A recording of an inspection. */
export async function addedRecording(owner: Person, inspectionId: string, fields: Record<string, unknown> = {}) {
  const key = await uploadedInParts(owner, walk.webm);
  const input = { key, filename: 'walk.webm', contentType: 'video/webm', durationSeconds: 4, ...fields };
  return expectOk(owner.post(`/api/inspections/${inspectionId}/recordings`, input), 'Registering a recording');
}

export { expectOk };
