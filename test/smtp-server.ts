import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface TestSmtpServer {
  url: string;
  /** The address with a valid user name and password. */
  urlOfAccount: string;
  received: string[];
  /** Makes it refuse the next message, like a server that is out of space. */
  refuseNext(): void;
  /** Delays the answer to the next message until `release`; `arrived` settles when the message has arrived. */
  delayNext(): { arrived: Promise<void>; release: () => void };
  close(): Promise<void>;
}

/** The valid account; messages are also accepted without signing in. */
const account = { user: 'innspect', password: 'mail-password' };

/** An SMTP server on a free port of the loopback that stores the messages it receives. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: string[] = [];
  let refuse = false;
  let hold: { arrive: () => void; released: Promise<void> } | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === account.user && password === account.password) callback(null, { user: username });
      else callback(new Error('Invalid username or password'));
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse) {
          refuse = false;
          callback(Object.assign(new Error('Insufficient system storage'), { responseCode: 452 }));
          return;
        }
        const accept = () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          callback();
        };
        if (!hold) {
          accept();
          return;
        }
        void hold.released.then(accept);
        hold.arrive();
        hold = null;
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    urlOfAccount: `smtp://${account.user}:${account.password}@127.0.0.1:${address.port}`,
    received,
    refuseNext: () => {
      refuse = true;
    },
    delayNext() {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      hold = { arrive: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
