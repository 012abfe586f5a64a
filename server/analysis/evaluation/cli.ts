/**
 * npm run --silent eval -- [--json] [--sheet FILE] MANIFEST...
 * Evaluates the configured engine on labeled photos. Prints the figures, as text or as one line of JSON, and writes a
 * page with all photos, worst first.
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readAiConfig, readSetting } from '#server/config.ts';
import { createAnalyzer } from '../analyzer.service.ts';
import { createCommandEngine } from '../engine/remote/configured.ts';
import { renderContactSheet } from './contact-sheet.ts';
import { evaluate, type EvaluatedPhoto } from './figures.rules.ts';
import { readManifest } from './manifest.ts';
import { renderEvaluation } from './report.ts';

const { positionals: manifests, values: options } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, sheet: { type: 'string' } },
});

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (manifests.length === 0) fail('Usage: npm run --silent eval -- [--json] [--sheet FILE] MANIFEST...');
try {
  if (readAiConfig().engine === 'off') fail('Analysis is switched off: the setting AI_ENGINE is off.');
} catch (error) {
  if (error instanceof ConfigError) fail(error.message);
  throw error;
}

const photos = (await Promise.all(manifests.map(readManifest)).catch((error: Error) => fail(error.message))).flat();
const analyzer = createAnalyzer({
  remote: createCommandEngine(readAiConfig().remote),
  faceBlur: false,
  dataDir: resolve(readSetting('DATA_DIR')),
});
const judged = await Promise.all(
  photos.map(async (photo): Promise<EvaluatedPhoto | null> => {
    try {
      const { analysis } = await analyzer.process(photo.path);
      const missed = analysis?.engine.standsInFor;
      // Fail instead of presenting the built-in engine's figures as those of the configured one.
      if (missed) throw new Error(`${missed.name} did not read it: ${missed.detail}`);
      return analysis && { photo, analysis };
    } catch (error) {
      process.stderr.write(`${photo.path}: ${error instanceof Error ? error.message : String(error)}\n`);
      return null;
    }
  }),
);
await analyzer.close();

const read = judged.filter((each) => each !== null);
const evaluation = evaluate(read);
process.stdout.write(options.json ? `${JSON.stringify(evaluation)}\n` : renderEvaluation(evaluation));
const sheet = options.sheet ?? join(tmpdir(), 'innspect-evaluation.html');
await writeFile(sheet, await renderContactSheet(read));
process.stderr.write(`Photos, the worst answers first: ${sheet}\n`);
process.exitCode = read.length === photos.length ? 0 : 1;
