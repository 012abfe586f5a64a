import { availableParallelism } from 'node:os';
import { createAnalyser } from './analyser.service.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Usage: npm run --silent analyze -- FILE...\n');
  process.exit(2);
}

const workers = Math.min(files.length, 4, availableParallelism());
const analyser = createAnalyser({ workers, faceBlur: false });

async function answer(file: string): Promise<object> {
  try {
    const { analysis } = await analyser.process(file);
    return { file, analysis };
  } catch (error) {
    return { file, error: error instanceof Error ? error.message : String(error) };
  }
}

// Lines come in the order of the arguments, each as soon as those before it are done.
const answers = files.map(answer);
for (const each of answers) process.stdout.write(`${JSON.stringify(await each)}\n`);
await analyser.close();
