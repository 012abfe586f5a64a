export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
  cause?: LoggedError;
}

const deepestCause = 4;

/**
 * Removes the statement's values, which Drizzle appends to its message, and the value that PostgreSQL quotes when it
 * cannot parse one.
 */
function withoutValues(error: Error): string {
  const [statement = ''] = 'params' in error ? error.message.split('\nparams: ') : [error.message];
  return isFromDatabase(error) ? statement.replace(/: ".*"$/s, ': "[hidden]"') : statement;
}

const isFromDatabase = (error: Error): boolean => 'severity' in error && 'routine' in error;

/**
 * The loggable fields of an error. They leave out a statement's values, which may be addresses and hashes, and all
 * fields that are not listed here, such as PostgreSQL's `detail`.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown' };
  const message = withoutValues(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const logged: LoggedError = { type: error.name, message, stack: [`${error.name}: ${message}`, ...frames].join('\n') };
  for (const name of ['code', 'table', 'column', 'constraint'] as const) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') logged[name] = value;
  }
  if (error.cause !== undefined && depth < deepestCause) logged.cause = serializeError(error.cause, depth + 1);
  return logged;
}
