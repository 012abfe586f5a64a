import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { freePorts } from './free-port.ts';
import { installPackages } from './packages.ts';

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph', 'radosgw-admin', 'curl'];
const packages = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common', 'curl'];

function missingPrograms(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
}

/** Why the tests on an S3 store cannot run here, or null when they can; installs Debian's packages if possible. */
export function s3ServerObstacle(): string | null {
  if (missingPrograms().length === 0) return null;
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return `needs ${missingPrograms().join(', ')}; on Debian, as root: ${install}`;
  }
  try {
    installPackages(`which ${programs.join(' ')}`, packages.join(' '));
  } catch (error) {
    return `could not be prepared: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
  return missingPrograms().length === 0 ? null : `needs ${missingPrograms().join(', ')}`;
}

/** Starts a real S3 server in about 15 seconds, with room for this much in memory. It ends with `stop`, or with this process. */
export async function startS3Server({ gibibytes = 2 }: { gibibytes?: number } = {}) {
  const [port, monitorPort] = await freePorts(2);
  const folder = join(tmpdir(), `innspect-s3-${randomUUID()}`);
  const [accessKeyId, secretAccessKey] = [randomUUID().slice(0, 18), randomUUID()];
  const args = [folder, String(port), String(monitorPort), accessKeyId, secretAccessKey];
  const child = spawn('scripts/s3-server.sh', args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, S3_SERVER_GIBIBYTES: String(gibibytes) },
  });
  const ended = once(child, 'close');
  const complaints: string[] = [];
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(() => null),
  ]);
  if (line === null) throw new Error(`The S3 server did not start: ${complaints.join('').trim()}`);
  return {
    access: { endpoint: line, region: 'us-east-1', accessKeyId, secretAccessKey },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
