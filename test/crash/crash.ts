import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '#server/analysis/random.rules.ts';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';
import { createBrowser, type Browser } from './browser.ts';
import { createDevice, type Device } from './device.ts';
import { createInstallation, type Installation } from './installation.ts';
import { faultsAfterCrash, faultsAtRest, letTimePass, worksStill, type ProofDeps } from './proof.ts';

const devicesOfEach = 3;
/** A process is killed after at most this many answers, within this many milliseconds. */
const [mostAnswers, longestMoment] = [20, 120];
const answersPatience = 20_000;
/** The queue finds the jobs of a killed process by their missing heartbeat, within half a minute. */
const restSeconds = 120;
/** How many rounds follow each other before all work may finish. */
const roundsWithoutRest = 10;

export interface CrashReport {
  rounds: number;
  kills: Record<string, number>;
  acknowledged: Record<'photos' | 'answers' | 'findings' | 'verdicts' | 'plans', number>;
  /** The number of changes that a kill interrupted and that were sent again. */
  interrupted: number;
  refused: number;
  analyses: Record<string, number>;
  /** The errors that the processes logged. */
  errors: string[];
  faults: string[];
}

interface Site extends ProofDeps {
  installation: Installation;
  devices: Device[];
  admin: Browser;
}

async function createSite(
  kind: 'one process' | 'two processes',
  random: () => number,
  pictures: readonly Buffer[],
): Promise<Site> {
  const installation = await createInstallation(kind);
  try {
    await installation.start();
    const { origin } = installation;
    const admin = createBrowser(origin);
    const account = { username: 'admin', email: 'admin@example.com', password: 'correct horse battery', role: 'admin' };
    const { status } = await admin.send('POST', '/api/register', account);
    if (status !== 201) throw new Error(`The admin could not register: ${status}`);
    const devices: Device[] = [];
    for (let each = 1; each <= devicesOfEach; each += 1) {
      devices.push(await createDevice({ origin, name: `owner${each}`, random, pictures }));
    }
    return { installation, devices, admin, seen: new Set() };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Kills a process while the devices send, restarts it and checks. */
async function crashRound(site: Site, random: () => number, kills: Record<string, number>): Promise<string[]> {
  const { installation, devices } = site;
  const role = installation.roles[Math.floor(random() * installation.roles.length)] ?? 'all';
  const [answers, moment] = [random() * mostAnswers, random() * longestMoment];
  const answered = () => devices.reduce((sum, device) => sum + device.answered(), 0);
  const [goal, end] = [answered() + answers, Date.now() + answersPatience];
  let isOver = false;
  const work = Promise.all(devices.map((device) => device.work(() => !isOver))).then(
    () => null,
    (error: unknown) => String(error),
  );
  while (answered() < goal && Date.now() < end) await delay(5);
  await delay(moment);
  await installation.kill(role);
  // While the web process keeps running, the devices continue until they have reached their goal.
  isOver = true;
  const outcome = await work;
  kills[role] = (kills[role] ?? 0) + 1;
  await installation.start();
  return [...(outcome ? [outcome] : []), ...(await faultsAfterCrash(site))];
}

/** Waits until every interrupted change has arrived and all work has ended. */
async function rest(site: Site): Promise<string[]> {
  try {
    await Promise.all(site.devices.map((device) => device.work(() => false)));
  } catch (error) {
    return [String(error)];
  }
  await letTimePass(site.installation);
  for (const end = Date.now() + restSeconds * 1000; Date.now() < end && (await worksStill(site.installation));) {
    await delay(250);
  }
  site.seen.clear();
  return faultsAtRest(site);
}

const withRound = (round: number, { installation }: Site, faults: string[]): string[] =>
  faults.map((fault) => `round ${round}, ${installation.name}: ${fault}`);

async function summarize(sites: Site[], report: CrashReport): Promise<void> {
  for (const { installation, devices } of sites) {
    for (const { ledger, refused } of devices) {
      report.acknowledged.photos += ledger.photos.length;
      report.acknowledged.findings += ledger.findings.length;
      report.acknowledged.answers += ledger.answers.size;
      report.acknowledged.verdicts += ledger.verdicts.size;
      report.acknowledged.plans += ledger.plans.length;
      report.refused += refused();
    }
    const { rows } = await installation.database.pool.query<{ status: string; count: number }>(
      'SELECT analysis_status AS status, count(*)::int FROM photos GROUP BY 1',
    );
    for (const { status, count } of rows) report.analyses[status] = (report.analyses[status] ?? 0) + count;
    report.errors.push(...installation.errors.map((line) => `${installation.name}, ${line}`));
  }
}

/** Runs rounds on installations of these kinds, in turn. */
export async function crashProduct(options: {
  rounds: number;
  seed: number;
  kinds: readonly ('one process' | 'two processes')[];
  report?: (round: number, faults: number) => void;
}): Promise<CrashReport> {
  const random = createRandom(options.seed);
  const samples = samplePictures.slice(0, 4);
  const pictures: Buffer[] = [];
  for (const [index, sample] of samples.entries()) pictures.push(await drawSample(sample, index, 0.4));
  const report: CrashReport = {
    rounds: options.rounds,
    kills: {},
    acknowledged: { photos: 0, answers: 0, findings: 0, verdicts: 0, plans: 0 },
    interrupted: 0,
    refused: 0,
    analyses: {},
    errors: [],
    faults: [],
  };
  const sites: Site[] = [];
  try {
    for (const kind of options.kinds) sites.push(await createSite(kind, random, pictures));
    for (let round = 1; round <= options.rounds; round += 1) {
      const site = sites[(round - 1) % sites.length];
      if (!site) break;
      report.faults.push(...withRound(round, site, await crashRound(site, random, report.kills)));
      report.interrupted += site.devices.filter(({ isInterrupted }) => isInterrupted()).length;
      if (round % roundsWithoutRest === 0 || round === options.rounds) {
        const found = await Promise.all(sites.map(async (each) => withRound(round, each, await rest(each))));
        report.faults.push(...found.flat());
      }
      options.report?.(round, report.faults.length);
    }
    await summarize(sites, report);
    return report;
  } finally {
    for (const { installation } of sites) await installation.close();
  }
}
