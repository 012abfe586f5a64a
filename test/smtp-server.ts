import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface TestSmtpServer {
  url: string;
  received: string[];
  /** Makes it refuse the next message, as a server that is out of space does. */
  refuseNext(): void;
  close(): Promise<void>;
}

/** An SMTP server on a free port of the loopback that keeps the messages it receives. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const received: string[] = [];
  let refuse = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse) {
          refuse = false;
          callback(Object.assign(new Error('Insufficient system storage'), { responseCode: 452 }));
          return;
        }
        received.push(Buffer.concat(chunks).toString('utf8'));
        callback();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuseNext: () => {
      refuse = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
