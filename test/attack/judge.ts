import type { Answer } from '#test/client.ts';
import type { Attack } from './requests.ts';
import type { Role, World } from './world.ts';

/** Matches internals of the server: files, statements, stack traces, constraints. */
const internals =
  /node_modules|\bat \S+ \(|\.ts:\d+|\/server\/|syntax error at|violates \w+[ -]\w* ?constraint|relation "|\bselect .+ from "?\w|\binsert into "|ECONN|ENOENT|Cannot read propert|is not a function|postgres/i;

const textOf = (answer: Answer): string => answer.raw.toString('utf8');
const sentIn = ({ url, payload }: Attack): string =>
  `${url} ${Buffer.isBuffer(payload) ? payload.toString('utf8') : (payload ?? '')}`;
/** An address or body with its escapes resolved, if they are well formed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
const outsiders: ReadonlySet<Role> = new Set<Role>(['visitor', 'stranger']);

/** The faults of the answer to an attack; empty when there are none. */
export function faultsOf(attack: Attack, role: Role, answer: Answer, world: World): string[] {
  const faults: string[] = [];
  const text = textOf(answer);
  const sent = sentIn(attack);
  const isBusy = answer.status === 503 && answer.headers['retry-after'] !== undefined;
  if (answer.status >= 500 && !isBusy) faults.push(`answered ${answer.status}`);
  if (answer.status >= 400) {
    if (!String(answer.headers['content-type']).startsWith('application/problem+json'))
      faults.push('no problem document');
    else if (typeof answer.body.code !== 'string' || typeof answer.body.detail !== 'string')
      faults.push('no code or detail');
    if (internals.test(text) && !internals.test(decoded(sent))) faults.push('tells of its inside');
  }
  if (outsiders.has(role)) {
    if (world.secrets.some((secret) => text.includes(secret) && !sent.includes(secret))) faults.push('leaks a secret');
    const [path = ''] = attack.url.split('?', 1);
    const atForeign = Object.values(world.ids).some((ids) => ids.some((id) => path.includes(id)));
    if (atForeign && answer.status < 400) faults.push(`answered ${answer.status} at the owner's address`);
  }
  if (String(answer.headers['content-type']).startsWith('text/html') && text.includes('<script>alert(1)'))
    faults.push('echoes a script');
  return faults.map((fault) => `${attack.operation} as ${role}: ${fault}`);
}
