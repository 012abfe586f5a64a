import { createHash, randomUUID } from 'node:crypto';
import { createBrowser, type Answered } from './browser.ts';

/** A change that a device sends until it is acknowledged, with the same id each time, like the product's outbox. */
interface Unsent {
  /**
   * Returns false when the product refused it because of what others did meanwhile. Throws when there was no answer.
   */
  send(): Promise<boolean>;
  acknowledge(): void;
}

export interface SentPhoto {
  id: string;
  sha256: string;
}

/** The allowed values; the last one may not have arrived. */
type Possible = (string | null)[];

export interface Ledger {
  photos: SentPhoto[];
  /** The titles of findings that a user added. */
  findings: string[];
  /** By area session and check. */
  answers: Map<string, Possible>;
  /** By finding. */
  verdicts: Map<string, Possible>;
  plans: string[];
  /** Photos and findings that were sent but not acknowledged: they may exist once, or not at all. */
  open: Set<string>;
}

/** The product gave an answer that it must never give. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

function expectStatus(what: string, { status, bytes }: Answered, allowed: number[]): void {
  if (!allowed.includes(status)) throw new WrongAnswer(`${what} answered ${status}: ${bytes.toString().slice(0, 300)}`);
}

/** The same picture with a comment, so that its bytes are unique. */
function commented(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

const results = ['pass', 'fail', 'not_applicable'] as const;
const verdicts = ['confirmed', 'dismissed'] as const;

export interface DeviceDeps {
  origin: string;
  name: string;
  random(): number;
  pictures: readonly Buffer[];
}

/** An owner with a device, and a record of everything that it sent and that was acknowledged. */
export async function createDevice({ origin, name, random, pictures }: DeviceDeps) {
  const browser = createBrowser(origin);
  const ledger: Ledger = {
    photos: [],
    findings: [],
    answers: new Map(),
    verdicts: new Map(),
    plans: [],
    open: new Set(),
  };
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const ok = async (method: string, url: string, body?: unknown) => {
    const answer = await browser.send(method, url, body);
    expectStatus(`${method} ${url}`, answer, [200, 201]);
    return answer.body;
  };

  await ok('POST', '/api/register', {
    username: name,
    email: `${name}@example.com`,
    password: 'correct horse battery',
    role: 'property',
    firstName: 'Robin',
    lastName: name,
    propertyName: 'Harbour Inn',
  });
  const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
  const property = await ok('POST', '/api/properties', { name: 'Cedar Lodge', ...place });
  const run = await ok('POST', `/api/properties/${property.id}/inspection-runs`);
  const areas = (run.progress as { id: string }[]).slice(0, 3).map(({ id }) => id);
  const checks = new Map<string, string[]>();
  for (const area of areas) {
    const items = (await ok('GET', `/api/area-sessions/${area}/checklist`)) as { id: string }[];
    checks.set(
      area,
      items.map(({ id }) => id),
    );
  }

  function photo(): Unsent {
    const id = randomUUID();
    const bytes = commented(oneOf(pictures), id);
    const sent = { id, sha256: createHash('sha256').update(bytes).digest('hex') };
    const areaSessionId = oneOf(areas);
    let url: string | null = null;
    let isUploaded = false;
    ledger.open.add(id);
    return {
      async send() {
        const file = { filename: 'photo.jpg', contentType: 'image/jpeg', size: bytes.length };
        url ??= (await ok('POST', '/api/objects/upload', file)).uploadURL as string;
        if (!isUploaded) {
          const status = await browser.putFile(url, bytes);
          // The store answers 4xx if the file arrived and was claimed although the answer was lost.
          if (status >= 500) throw new WrongAnswer(`The upload answered ${status}`);
          isUploaded = true;
        }
        const input = { id, areaSessionId, filename: 'photo.jpg', url, category: 'lobby', sha256: sent.sha256 };
        await ok('POST', '/api/photos', input);
        return true;
      },
      acknowledge() {
        ledger.open.delete(id);
        ledger.photos.push(sent);
      },
    };
  }

  /** A change of one value. Until it is acknowledged, either the last acknowledged value or the new one is allowed. */
  function valued(
    values: Map<string, Possible>,
    key: string,
    now: string | null,
    value: string,
    url: string,
    body: object,
  ): Unsent {
    const change = { id: randomUUID(), ...body };
    const before = values.get(key) ?? [now];
    values.set(key, [...before, value]);
    return {
      async send() {
        const answer = await browser.send('PATCH', url, change);
        expectStatus(`PATCH ${url}`, answer, [200, 409]);
        if (answer.status === 409) values.set(key, before);
        return answer.status === 200;
      },
      acknowledge: () => void values.set(key, [value]),
    };
  }

  function answer(): Unsent {
    const area = oneOf(areas);
    const item = oneOf(checks.get(area) ?? []);
    const result = oneOf(results);
    const url = `/api/area-sessions/${area}/checklist/${item}`;
    return valued(ledger.answers, `${area} ${item}`, null, result, url, { result });
  }

  function finding(): Unsent {
    const id = randomUUID();
    const input = { id, title: `Scratch ${id}`, severity: 'low', category: 'other' };
    const url = `/api/area-sessions/${oneOf(areas)}/issues`;
    ledger.open.add(input.title);
    return {
      async send() {
        await ok('POST', url, input);
        return true;
      },
      acknowledge() {
        ledger.open.delete(input.title);
        ledger.findings.push(input.title);
      },
    };
  }

  async function verdict(): Promise<Unsent> {
    const found = (await ok('GET', `/api/area-sessions/${oneOf(areas)}/issues`)) as {
      id: string;
      photoId: unknown;
      title: string;
      status: string;
    }[];
    // Findings of checks appear and disappear with the answers.
    const own = found.filter(({ photoId, title }) => photoId !== null || title.startsWith('Scratch '));
    if (own.length === 0) return finding();
    const [{ id, status: now }, status] = [oneOf(own), oneOf(verdicts)];
    return valued(ledger.verdicts, id, now, status, `/api/issues/${id}`, { status });
  }

  function plan(): Unsent {
    const url = `/api/area-sessions/${oneOf(areas)}/generate-pip`;
    let id: string | null = null;
    return {
      async send() {
        const generated = await browser.send('POST', url);
        expectStatus(`POST ${url}`, generated, [200, 201, 409]);
        id = generated.status === 409 ? null : generated.body.pipReport.id;
        return id !== null;
      },
      acknowledge: () => void (id && ledger.plans.push(id)),
    };
  }

  async function next(): Promise<Unsent> {
    const chance = random();
    if (chance < 0.45) return photo();
    if (chance < 0.65) return answer();
    if (chance < 0.75) return finding();
    return chance < 0.92 ? verdict() : plan();
  }

  let waiting: Unsent | null = null;
  let refused = 0;
  let answered = 0;
  return {
    name,
    areas,
    browser,
    ledger,
    refused: () => refused,
    answered: () => answered,
    isInterrupted: () => waiting !== null,
    /**
     * Sends one change after the other until `shouldContinue` returns false or there is no answer; the unanswered one is sent
     * first later.
     */
    async work(shouldContinue: () => boolean): Promise<void> {
      try {
        do {
          waiting ??= await next();
          if (await waiting.send()) waiting.acknowledge();
          else refused += 1;
          waiting = null;
          answered += 1;
        } while (shouldContinue());
      } catch (error) {
        if (error instanceof WrongAnswer || !(error instanceof Error)) throw error;
        // A killed process ends connections in several ways, all of which fetch reports as a TypeError.
        if (!(error instanceof TypeError) && error.name !== 'TimeoutError') throw error;
      }
    },
  };
}
export type Device = Awaited<ReturnType<typeof createDevice>>;
