import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Browser } from './browser.ts';
import type { Device } from './device.ts';
import type { Installation } from './installation.ts';

interface PhotoState {
  id: string;
  sha256: string;
  user: string;
  derived: boolean;
}

/** Each query finds rows that must not exist, as lines of text. */
const impossible = {
  'a finding twice':
    "SELECT photo_id || ' ' || title AS what FROM inspection_issues WHERE source = 'ai' GROUP BY photo_id, title, category, bounding_box HAVING count(*) > 1",
  "a person's finding twice":
    "SELECT title AS what FROM inspection_issues WHERE title LIKE 'Scratch %' GROUP BY title HAVING count(*) > 1",
  'an answer twice':
    'SELECT item_id::text AS what FROM area_checklist_results GROUP BY area_session_id, item_id HAVING count(*) > 1',
  'a plan item twice':
    'SELECT issue_id::text AS what FROM pip_items WHERE issue_id IS NOT NULL GROUP BY issue_id HAVING count(*) > 1',
  'two plans of an area':
    'SELECT area_session_id::text AS what FROM pip_reports GROUP BY area_session_id HAVING count(*) > 1',
  'a photo added twice':
    "SELECT entity_id AS what FROM audit_logs WHERE action = 'photo.added' GROUP BY entity_id HAVING count(*) > 1",
  'a photo analyzed twice':
    "SELECT entity_id AS what FROM audit_logs WHERE action = 'photo.analyzed' GROUP BY entity_id HAVING count(*) > 1",
  'a photo without its entry in the audit log':
    "SELECT id::text AS what FROM photos WHERE NOT EXISTS (SELECT FROM audit_logs WHERE entity_id = photos.id::text AND action = 'photo.added')",
  'an analysis of which no job is left':
    "SELECT id::text AS what FROM photos WHERE analysis_status = 'pending' AND NOT EXISTS (SELECT FROM pgboss.job WHERE name = 'analyse-photo' AND data->>'photoId' = photos.id::text AND state < 'completed')",
  'two jobs for a photo':
    "SELECT data->>'photoId' AS what FROM pgboss.job WHERE name = 'analyse-photo' GROUP BY 1 HAVING count(*) > 1",
  'findings of a photo without an analysis':
    "SELECT photos.id::text AS what FROM photos JOIN inspection_issues ON photo_id = photos.id WHERE inspection_issues.source = 'ai' AND analysis_status = 'pending'",
  'an analysis without its copies':
    "SELECT id::text AS what FROM photos WHERE analysis_status = 'done' AND derived_at IS NULL",
} as const;

/** Must find nothing once all work is done. */
const unfinished = {
  'a photo whose analysis has no end': "SELECT id::text AS what FROM photos WHERE analysis_status = 'pending'",
  'a job that is neither done nor given up':
    "SELECT id || ' ' || state AS what FROM pgboss.job WHERE name = 'analyse-photo' AND state < 'completed'",
  'a job that failed although its photo is done':
    "SELECT photos.id::text AS what FROM photos JOIN pgboss.job ON data->>'photoId' = photos.id::text WHERE name = 'analyse-photo' AND state = 'failed' AND analysis_status <> 'failed'",
} as const;

async function look(installation: Installation, queries: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const { rows } = await installation.database.pool.query<{ what: string }>(query);
    faults.push(...rows.map((row) => `${what}: ${row.what}`));
  }
  return faults;
}

/** Compares with what the device was told: acknowledged data that is missing, and stored data that was never sent. */
async function compare(installation: Installation, { name, ledger, areas }: Device): Promise<string[]> {
  const { pool } = installation.database;
  const faults: string[] = [];
  const photos = await pool.query<{ id: string; sha256: string }>(
    'SELECT id, sha256 FROM photos WHERE area_session_id = ANY ($1)',
    [areas],
  );
  const hashes = new Map(photos.rows.map((row) => [row.id, row.sha256]));
  for (const { id, sha256 } of ledger.photos) {
    if (hashes.get(id) !== sha256) faults.push(`${name}: the photo ${id} is lost`);
    hashes.delete(id);
  }
  for (const id of hashes.keys()) if (!ledger.open.has(id)) faults.push(`${name}: nobody sent the photo ${id}`);

  const issues = await pool.query<{ id: string; title: string; status: string }>(
    'SELECT id, title, status FROM inspection_issues WHERE area_session_id = ANY ($1)',
    [areas],
  );
  const titles = new Set(issues.rows.map(({ title }) => title));
  for (const title of ledger.findings) if (!titles.has(title)) faults.push(`${name}: the finding ${title} is lost`);
  const statuses = new Map(issues.rows.map((row) => [row.id, row.status]));
  for (const [id, possible] of ledger.verdicts) {
    const status = statuses.get(id) ?? 'lost';
    if (!possible.includes(status)) {
      faults.push(`${name}: the finding ${id} is ${status} instead of ${possible.join(' or ')}`);
    }
  }

  const answers = await pool.query<{ key: string; result: string }>(
    "SELECT area_session_id || ' ' || item_id AS key, result FROM area_checklist_results WHERE area_session_id = ANY ($1)",
    [areas],
  );
  const given = new Map(answers.rows.map((row) => [row.key, row.result]));
  for (const [key, possible] of ledger.answers) {
    const result = given.get(key) ?? null;
    if (!possible.includes(result))
      faults.push(`${name}: the answer ${key} is ${result} instead of ${possible.join(' or ')}`);
  }

  const plans = await pool.query<{ id: string }>('SELECT id FROM pip_reports WHERE id = ANY ($1)', [ledger.plans]);
  for (const id of new Set(ledger.plans)) {
    if (!plans.rows.some((row) => row.id === id)) faults.push(`${name}: the plan ${id} is lost`);
  }
  return faults;
}

/** Reads files as the product serves them; those that were read whole are read again at the very end only. */
async function readFiles(installation: Installation, device: Device, seen: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await installation.database.pool.query<PhotoState>(
    'SELECT id, sha256, derived_at IS NOT NULL AS derived FROM photos WHERE area_session_id = ANY ($1)',
    [device.areas],
  );
  for (const { id, sha256, derived } of rows) {
    if (seen.has(`${id} ${derived}`)) continue;
    const original = await device.browser.send('GET', `/api/photos/${id}/original`);
    if (original.status !== 200 || createHash('sha256').update(original.bytes).digest('hex') !== sha256) {
      faults.push(`the original of ${id} does not have its SHA-256 (${original.status})`);
    }
    for (const copy of ['preview', 'thumbnail'] as const) {
      const { status, bytes } = await device.browser.send('GET', `/api/photos/${id}/${copy}`);
      // A photo has no copies to show before they are made.
      if (status === 200 ? !(await isWhole(bytes)) : derived || status >= 500) {
        faults.push(`the ${copy} of ${id} is not whole (${status}, ${bytes.length} bytes)`);
      }
    }
    seen.add(`${id} ${derived}`);
  }
  return faults;
}

async function isWhole(picture: Buffer): Promise<boolean> {
  try {
    await sharp(picture, { failOn: 'warning' }).stats();
    return true;
  } catch {
    return false;
  }
}

export interface ProofDeps {
  installation: Installation;
  devices: readonly Device[];
  admin: Browser;
  /** The files that an earlier proof has read. */
  seen: Set<string>;
}

/** The faults after a crash; empty if the product keeps its promises. */
export async function faultsAfterCrash({ installation, devices, admin, seen }: ProofDeps): Promise<string[]> {
  const faults = await look(installation, impossible);
  for (const device of devices) {
    faults.push(...(await compare(installation, device)), ...(await readFiles(installation, device, seen)));
  }
  const chain = await admin.send('GET', '/api/admin/audit-logs/verify');
  if (chain.status !== 200 || !chain.body.ok) faults.push(`the audit chain is broken: ${JSON.stringify(chain.body)}`);
  return faults;
}

/** The faults after all work had time to end. */
export async function faultsAtRest(deps: ProofDeps): Promise<string[]> {
  const faults = [...(await look(deps.installation, unfinished)), ...(await faultsAfterCrash(deps))];
  const lines = (await deps.installation.examine()).split('\n');
  // Claimed uploads are removed once their address has expired.
  const surplus = lines.filter((line) => line.includes('nothing refers to') && /(photos|recordings)\//.test(line));
  return [...faults, ...lines.filter((line) => line.startsWith('FAULT')), ...surplus];
}

/** Changes times so that what is removed an hour after a crash is due. */
export async function letTimePass({ database }: Installation): Promise<void> {
  await database.pool.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'drop-unused-copy' AND state = 'created'",
  );
}

export async function worksStill({ database }: Installation): Promise<boolean> {
  const { rows } = await database.pool.query(
    "SELECT 1 FROM photos WHERE analysis_status = 'pending' UNION ALL SELECT 1 FROM pgboss.job WHERE name IN ('analyse-photo', 'drop-unused-copy') AND state < 'completed' LIMIT 1",
  );
  return rows.length > 0;
}
