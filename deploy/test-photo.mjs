// node deploy/test-photo.mjs SERVER STORE: as a new owner sends one photo to the store and waits for its analysis, which a worker makes.
// Prints 'analyzed', or why not. Part of deploy/test.sh, which runs it beside the image with no more than Node.js.
import { randomUUID } from 'node:crypto';

const [server = '', store = ''] = process.argv.slice(2);
const cookies = new Map();
let csrfToken = '';

async function call(method, path, body) {
  const answer = await fetch(`${server}${path}`, {
    method,
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken, 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
    cookies.set(name, value);
  }
  const read = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${read?.detail}`);
  if (read?.csrfToken) csrfToken = read.csrfToken;
  return read;
}

/** The smallest BMP-free picture that every decoder takes: 64 by 64 pixels of one color, as an uncompressed PNG. */
async function png() {
  const { crc32, deflateSync } = await import('node:zlib');
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(64, 0);
  head.writeUInt32BE(64, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const shade = Math.floor(Math.random() * 200);
  const rows = Buffer.alloc(64 * (1 + 64 * 3), shade).map((value, at) => (at % 193 === 0 ? 0 : value));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

await call('GET', '/api/csrf-token');
const name = `owner-${randomUUID().slice(0, 8)}`;
const names = { firstName: 'Robin', lastName: 'Field', propertyName: 'Harbour Inn' };
const account = { username: name, email: `${name}@example.com`, password: 'three unrelated lamps', role: 'property' };
await call('POST', '/api/register', { ...account, ...names });
const address = { address: '1 Quay Street', city: 'Portland', state: 'ME', zipCode: '04101', propertyType: 'hotel' };
const property = await call('POST', '/api/properties', { name: 'Harbour Inn', ...address });
const run = await call('POST', `/api/properties/${property.id}/inspection-runs`, {});
const { progress } = await call('GET', `/api/inspection-runs/${run.id}`);
const { uploadURL } = await call('POST', '/api/objects/upload', {});
if (!uploadURL.startsWith(store)) throw new Error(`The address is not one of the store: ${uploadURL}`);
const sent = await fetch(uploadURL, { method: 'PUT', body: await png() });
if (!sent.ok) throw new Error(`The store answered ${sent.status}`);
const input = { areaSessionId: progress[0].id, filename: 'wall.png', url: uploadURL, category: 'lobby' };
const photo = await call('POST', '/api/photos', input);
for (let tries = 0; tries < 120; tries += 1) {
  const { aiAnalysis } = await call('GET', `/api/photos/${photo.id}`);
  if (aiAnalysis) {
    console.log('analyzed');
    process.exit(0);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
console.log('not analyzed within a minute');
