import { pino, type DestinationStream, type Logger } from 'pino';
import { serializeError } from './serialize-error.ts';

export type { Logger } from 'pino';

const secretNames = [
  'password',
  'newPassword',
  'confirmPassword',
  'token',
  'csrfToken',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-csrf-token"]',
];

const redactedPaths = secretNames.flatMap((name) => {
  const joined = name.startsWith('[') ? name : `.${name}`;
  return [joined.replace(/^\./, ''), `*${joined}`, `*.*${joined}`, `*.*.*${joined}`];
});

/** Removes signatures and one-time tokens from an address before it is logged. */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:token|signature|X-Amz-Signature|X-Amz-Credential)=)[^&#]*/gi, '$1[hidden]');
}

/** Writes one JSON line per event; never passwords, tokens, cookies or authorization headers. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[hidden]' },
      serializers: {
        err: (error: unknown) => serializeError(error),
        error: (error: unknown) => serializeError(error),
      },
    },
    // Written synchronously, so that the last lines before a crash are not lost.
    options.destination ?? pino.destination({ fd: 1, sync: true }),
  );
}
