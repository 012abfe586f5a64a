/** npm run bench -- web [folder [screen]]: how quickly four screens open on a phone, by Lighthouse; its reports are kept in the folder. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { areaSessionSchema } from '#contract/areas.ts';
import { photoSchema, uploadAnswerSchema } from '#contract/photos.ts';
import { propertySchema } from '#contract/properties.ts';
import { runSchema } from '#contract/runs.ts';
import { runningPostgres } from '#server/platform/postgres/postgres.ts';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';
import { fillDatabase } from '#test/filled-database.ts';
import { ensureWebBuilt } from '../scripts/lib/project.mjs';
import { look, type Look } from './lighthouse.ts';
import { sizeOf } from './scale.bench.ts';
import { client, startServer } from './server.ts';

const photosOfArea = 50;
const drawnPictures = 5;
const filledPhotos = 2000;
const looksOfScreen = 3;

type Owner = Awaited<ReturnType<typeof client>>;

/** An area of the owner with its photos, of the size that phones send; gives its id. */
async function areaWithPhotos({ call }: Owner): Promise<string> {
  const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
  const { id } = await call('POST', '/api/properties', propertySchema, { ...place, name: 'Hillside' });
  const run = await call('POST', `/api/properties/${id}/inspection-runs`, runSchema, {});
  const areaSessionId = run.progress[0]?.id ?? '';
  await call('PATCH', `/api/area-sessions/${areaSessionId}`, areaSessionSchema, { permissionCamera: true });
  const drawn = await Promise.all(
    samplePictures.slice(0, drawnPictures).map((sample, index) => drawSample(sample, index)),
  );
  for (let index = 0; index < photosOfArea; index += 1) {
    // No two are the same, as the server would take those for one.
    const bytes = await sharp(drawn[index % drawnPictures])
      .resize(1600, 1200)
      .modulate({ hue: index * 3 })
      .jpeg({ quality: 85 })
      .toBuffer();
    const { uploadURL } = await call('POST', '/api/objects/upload', uploadAnswerSchema, {});
    await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'image/jpeg' } });
    const photo = { areaSessionId, filename: `${index}.jpg`, url: uploadURL, category: 'lobby' };
    await call('POST', '/api/photos', photoSchema, photo, { prefer: 'wait=5' });
  }
  return areaSessionId;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const show = ({ score, fcp, lcp, tbt, cls, speedIndex, scriptBytes }: Look): string =>
  `score ${score} · FCP ${seconds(fcp)} · LCP ${seconds(lcp)} · TBT ${tbt.toFixed(0)} ms · CLS ${cls.toFixed(3)} · ` +
  `SI ${seconds(speedIndex)} · ${(scriptBytes / 1000).toFixed(0)} KB of script`;

export async function benchWeb(reports?: string, only?: string): Promise<Record<string, string>> {
  ensureWebBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'bench-web-'));
  // A phone shares its processor neither with the server nor with Lighthouse (lighthouse.ts).
  const { server, address } = await startServer(folder, {}, 10);
  try {
    const owner = await client(address);
    const admin = await client(address, 'admin');
    const pool = new pg.Pool({ connectionString: runningPostgres(folder).ownerUrl, max: 1 });
    const people = { ownerId: owner.user.id, ownerEmail: owner.user.email, adminId: admin.user.id };
    await fillDatabase(pool, people, sizeOf(filledPhotos));
    await pool.end();
    const area = await areaWithPhotos(owner);
    const screens: Record<string, [path: string, cookie: string, complete: string]> = {
      'sign-in': ['/auth', '', 'form'],
      home: ['/', owner.cookie(), 'main h1'],
      'area with 50 photos': [`/area-inspection?sessionId=${area}`, owner.cookie(), 'main li img'],
      monitoring: ['/admin?tab=monitoring', admin.cookie(), 'main li'],
    };
    const rows: Record<string, string> = {};
    if (reports) await mkdir(reports, { recursive: true });
    for (const [name, [path, cookie, complete]] of Object.entries(screens)) {
      if (only && !name.startsWith(only)) continue;
      const screen = await look({ url: `${address}${path}`, cookie, complete }, looksOfScreen);
      rows[name] = show(screen);
      process.stderr.write(`${name}: ${rows[name]}\n`);
      if (reports) await writeFile(join(reports, `${name.replaceAll(' ', '-')}.json`), screen.json);
    }
    return rows;
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
