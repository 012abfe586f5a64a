import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError, readAiConfig, readSetting } from '#server/config.ts';
import { createAnalyzer } from './analyzer.service.ts';
import type { Analyzer } from './analyzer.service.ts';
import { createCommandEngine } from './engine/remote/configured.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Usage: npm run --silent analyze -- FILE...\n');
  process.exit(2);
}

/** Why photos cannot be analyzed, or null. Reads no other setting, so that no data folder is created. */
function obstacleToAnalysis(): string | null {
  try {
    return readAiConfig().engine === 'off' ? 'Analysis is switched off: the setting AI_ENGINE is off.' : null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const unreadable: Record<string, string> = { ENOENT: 'File not found.', ENOTDIR: 'File not found.' };

async function readError(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? null : 'Not a file.';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return unreadable[code] ?? 'File cannot be read.';
  }
}

async function answer(analyzer: Analyzer, file: string): Promise<object> {
  const fault = await readError(file);
  if (fault) return { file, error: fault };
  try {
    const { analysis } = await analyzer.process(file);
    return { file, analysis };
  } catch (error) {
    return { file, error: error instanceof Error ? error.message : String(error) };
  }
}

const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const refusal = obstacleToAnalysis();
if (refusal) {
  for (const file of files) print({ file, error: refusal });
} else {
  const workers = Math.min(files.length, 4, availableParallelism());
  const analyzer = createAnalyzer({
    remote: createCommandEngine(readAiConfig().remote),
    workers,
    faceBlur: false,
    dataDir: resolve(readSetting('DATA_DIR')),
  });
  // Printed in the order of the arguments, each line as soon as those before it are done.
  for (const each of files.map((file) => answer(analyzer, file))) print(await each);
  await analyzer.close();
}
