import { once } from 'node:events';
import { openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { inspectionSchema } from '#contract/inspections.ts';
import { propertySchema } from '#contract/properties.ts';
import { recordingListSchema, recordingSchema } from '#contract/recordings.ts';
import { completedSchema, multipartSchema, signedPartSchema } from '#contract/uploads.ts';
import { client, startServer } from './server.ts';

const MB = 1024 * 1024;
const partBytes = 8 * MB;
const framesPerSecond = 30;
const frameBytes = 32 * 1024;
const sample = new URL('../server/recordings/fixtures/walk.webm', import.meta.url).pathname;

/** Writes a recording of this size as a browser does: without a duration and an index. */
async function writeRecording(path: string, bytes: number): Promise<number> {
  const track = await new Input({ source: new FilePathSource(sample), formats: [WEBM] }).getPrimaryVideoTrack();
  const first = track ? await new EncodedPacketSink(track).getFirstPacket() : null;
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  if (!first) throw new Error('The sample holds no picture');
  const source = new EncodedVideoPacketSource('vp8');
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target: new FilePathTarget(path) });
  output.addVideoTrack(source);
  await output.start();
  const frames = Math.ceil(bytes / frameBytes);
  for (let frame = 0; frame < frames; frame += 1) {
    const data = new Uint8Array(frameBytes).fill(frame);
    data.set(first.data.subarray(0, 64));
    const type = frame % (5 * framesPerSecond) === 0 ? 'key' : 'delta';
    const packet = new EncodedPacket(data, type, frame / framesPerSecond, 1 / framesPerSecond);
    await source.add(packet, frame === 0 ? { decoderConfig } : undefined);
  }
  await output.finalize();
  return Math.round(frames / framesPerSecond);
}

/** The resident memory of a process, in bytes. */
function residentBytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}

/** The result of `work`, and the peak memory of the process in the meantime. */
async function peakWhile<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = residentBytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 50);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

type Call = Awaited<ReturnType<typeof client>>['call'];

async function upload(call: Call, path: string): Promise<string> {
  const file = { filename: 'walk.webm', type: 'video/webm' };
  const { key, uploadId } = await call('POST', '/api/s3/multipart', multipartSchema, file);
  const film = await openAsBlob(path);
  const parts = [];
  for (let at = 0, PartNumber = 1; at < film.size; at += partBytes, PartNumber += 1) {
    const { url } = await call('GET', `/api/s3/multipart/${uploadId}/${PartNumber}?key=${key}`, signedPartSchema);
    const sent = await fetch(url, { method: 'PUT', body: film.slice(at, at + partBytes) });
    if (!sent.ok) throw new Error(`A part was answered with ${sent.status}`);
    parts.push({ PartNumber, ETag: sent.headers.get('etag') ?? '' });
  }
  await call('POST', `/api/s3/multipart/${uploadId}/complete?key=${key}`, completedSchema, { parts });
  return key;
}

async function prepared(call: Call, inspectionId: string, id: string): Promise<void> {
  for (;;) {
    const { recordings } = await call('GET', `/api/inspections/${inspectionId}/recordings`, recordingListSchema);
    const preparation = recordings.find((recording) => recording.id === id)?.preparation;
    if (preparation === 'done') return;
    if (preparation === 'failed') throw new Error('The recording could not be prepared');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * The peak memory of the server in bytes, and the seconds, while a recording of this size is uploaded, composed and
 * prepared.
 */
async function measure(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-recordings-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-data-'));
  const path = join(folder, 'recording.webm');
  const durationSeconds = await writeRecording(path, bytes);
  const { size } = await stat(path);
  const { server, address } = await startServer(dataDir);
  try {
    const { call } = await client(address);
    const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
    const property = await call('POST', '/api/properties', propertySchema, { ...place, name: 'Cedar Lodge' });
    const inspection = await call('POST', '/api/inspections', inspectionSchema, {
      propertyId: property.id,
      sessionId: 'bench',
      propertyName: property.name,
      area: 'Lobby',
    });
    const pid = server.pid ?? 0;
    const begun = performance.now();
    const arriving = await peakWhile(pid, () => upload(call, path));
    const arrived = performance.now();
    const preparing = await peakWhile(pid, async () => {
      const recording = await call('POST', `/api/inspections/${inspection.id}/recordings`, recordingSchema, {
        key: arriving.result,
        filename: 'walk.webm',
        contentType: 'video/webm',
        durationSeconds,
      });
      await prepared(call, inspection.id, recording.id);
    });
    const ended = performance.now();
    return {
      size,
      uploadPeak: arriving.peak,
      preparePeak: preparing.peak,
      uploadSeconds: (arrived - begun) / 1000,
      prepareSeconds: (ended - arrived) / 1000,
    };
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    for (const used of [folder, dataDir]) await rm(used, { recursive: true, force: true });
  }
}

/** Compares a recording of 1 GB with one of 64 MB. If memory does not grow with the size, both ratios are near 1. */
export async function benchRecordings() {
  const small = await measure(64 * MB);
  const large = await measure(1024 * MB);
  return {
    baselineMb: small.uploadPeak / MB,
    uploadRatio: large.uploadPeak / small.uploadPeak,
    prepareRatio: large.preparePeak / small.preparePeak,
    prepareMb: large.preparePeak / MB,
    uploadSeconds: large.uploadSeconds,
    prepareSeconds: large.prepareSeconds,
  };
}
