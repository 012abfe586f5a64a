import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { photoSchema, uploadAnswerSchema } from '#contract/photos.ts';
import { propertySchema } from '#contract/properties.ts';
import { runSchema } from '#contract/runs.ts';
import { client, startServer } from './server.ts';

const seconds = 5;
const connections = 8;
const photos = 40;

/** The mean response time in milliseconds under a steady load. */
async function latency(url: string, cookie: string): Promise<{ mean: number; perSecond: number }> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  return { mean: (connections * 1000) / result.requests.average, perSecond: result.requests.average };
}

/** Response times of the API under load, as ratios to a route that does nothing, in the same run. */
export async function benchApi(): Promise<{ baselinePerSecond: number; propertiesRatio: number; photosRatio: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'));
  const { server, address } = await startServer(folder);
  try {
    const { call, cookie } = await client(address);
    const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
    const addProperty = (n: number) =>
      call('POST', '/api/properties', propertySchema, { ...place, name: `Property ${n}` });
    for (let n = 1; n < 20; n += 1) await addProperty(n);
    const { id } = await addProperty(20);
    const run = await call('POST', `/api/properties/${id}/inspection-runs`, runSchema, {});
    const areaSessionId = run.progress[0]?.id;
    for (let n = 0; n < photos; n += 1) {
      const bytes = await sharp({
        create: { width: 320, height: 240, channels: 3, background: { r: n, g: 90, b: 120 } },
      })
        .jpeg()
        .toBuffer();
      const { uploadURL } = await call('POST', '/api/objects/upload', uploadAnswerSchema, {});
      await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'image/jpeg' } });
      const photo = { areaSessionId, filename: `${n}.jpg`, url: uploadURL, category: 'lobby' };
      await call('POST', '/api/photos', photoSchema, photo);
    }
    const baseline = await latency(`${address}/api/health`, cookie());
    const properties = await latency(`${address}/api/properties`, cookie());
    const photoList = await latency(`${address}/api/area-sessions/${areaSessionId}/photos`, cookie());
    return {
      baselinePerSecond: baseline.perSecond,
      propertiesRatio: properties.mean / baseline.mean,
      photosRatio: photoList.mean / baseline.mean,
    };
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
