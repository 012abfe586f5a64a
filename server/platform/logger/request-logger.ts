import type { FastifyBaseLogger } from 'fastify';

type Log = (...args: Parameters<FastifyBaseLogger['info']>) => void;

/**
 * The logger of one request. The real one, which looks for secrets in what it is bound to, is made with its first line: most
 * requests write none.
 */
export class RequestLogger {
  private readonly parent: FastifyBaseLogger;
  private readonly bindings: Record<string, unknown>;
  private made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.parent = parent;
    this.bindings = bindings;
  }

  private get logger(): FastifyBaseLogger {
    this.made ??= this.parent.child(this.bindings);
    return this.made;
  }

  get level(): string {
    return this.parent.level;
  }

  fatal(...args: Parameters<Log>): void {
    this.logger.fatal(...args);
  }

  error(...args: Parameters<Log>): void {
    this.logger.error(...args);
  }

  warn(...args: Parameters<Log>): void {
    this.logger.warn(...args);
  }

  info(...args: Parameters<Log>): void {
    this.logger.info(...args);
  }

  debug(...args: Parameters<Log>): void {
    this.logger.debug(...args);
  }

  trace(...args: Parameters<Log>): void {
    this.logger.trace(...args);
  }

  silent(): void {
    // Nothing is written at this level.
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.logger.child(...args);
  }
}
