import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What the device, or the page that uses it, can be told to do wrong. */
interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Leaves out that the user was verified by a finger or a PIN. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
}

export interface PasskeyDevice {
  credentialId: string;
  /** The answer of `navigator.credentials.create`. */
  create(options: CreationOptions, faults?: Faults): object;
  /** The answer of `navigator.credentials.get`. */
  get(options: RequestOptions, faults?: Faults): object;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([Buffer.from([0x59]), length, value]);
};
const userPresent = 0x01;
const verified = 0x04;
const attested = 0x40;

/** A software passkey of one account, like a phone's hardware one: ES256, without an attestation. */
export function createPasskeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let counter = 0;
  let handle = '';

  // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);

  function authenticatorData(rpId: string, faults: Faults, more: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head[0] = userPresent + (faults.unverified ? 0 : verified) + (more.length > 0 ? attested : 0);
    head.writeUInt32BE(faults.counter ?? counter, 1);
    const hash = createHash('sha256').update(faults.rpId ?? rpId);
    return Buffer.concat([hash.digest(), head, more]);
  }
  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const answer = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    create(options, faults = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const made = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = authenticatorData(options.rp.id, faults, made);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', options.challenge, faults).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, faults = {}) {
      counter += 1;
      const data = authenticatorData(options.rpId, faults, Buffer.alloc(0));
      const client = clientData('webauthn.get', options.challenge, faults);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? handle,
      });
    },
  };
}
