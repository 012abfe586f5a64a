/**
 * One look of Lighthouse at an address in the browser that listens on a port: `node bench/lighthouse-process.ts MODULE ADDRESS FLAGS`.
 * A process of its own, so that it can use only the processor time that the browser leaves. Prints the report.
 */
import { stdout } from 'node:process';

type Lighthouse = (url: string, flags: object) => Promise<{ report: string } | undefined>;

const [module = '', url = '', flags = '{}'] = process.argv.slice(2);
const { default: lighthouse } = (await import(module)) as { default: Lighthouse };
const result = await lighthouse(url, JSON.parse(flags) as object);
stdout.write(result?.report ?? '');
