/**
 * npm run bench [-- scale [photos…] | load [people seconds] | field | papers | audit | web [folder [screen]]]
 * Runs every measurement, each as a ratio to a baseline in the same run. Each loads only what it needs, because its memory is measured.
 */

const line = (what: string, value: string) => process.stdout.write(`${what.padEnd(52)} ${value}\n`);

async function everyDay(): Promise<void> {
  const api = await (await import('./api.bench.ts')).benchApi();
  line('an answer without any work (baseline)', `${api.baselinePerSecond.toFixed(0)} requests/s`);
  line("the owner's list of properties", `${api.propertiesRatio.toFixed(2)} x the baseline's time`);
  line("an area session's photos, 40 of them", `${api.photosRatio.toFixed(2)} x the baseline's time`);

  const analysis = await (await import('./analysis.bench.ts')).benchAnalysis();
  line('decode and two derivatives (baseline)', `${analysis.baselineMs.toFixed(0)} ms a photo`);
  line('processing with the engine off', `${analysis.derivativesRatio.toFixed(2)} x the baseline's time`);
  line('processing with the built-in engine', `${analysis.analysisRatio.toFixed(2)} x the baseline's time`);

  const live = await (await import('./live.bench.ts')).benchLive();
  line('the network as native code (baseline)', `${live.nativeMs.toFixed(0)} ms a frame`);
  line('a frame of the camera in the browser', `${live.frameRatio.toFixed(2)} x the baseline's time`);

  const camera = await (await import('./camera.bench.ts')).benchCamera();
  line('frames of a camera that the server reads (baseline)', `${camera.serverPerSecond.toFixed(2)} a second`);
  line(
    'frames that the page itself looks at',
    `${camera.ratio.toFixed(1)} x the baseline, ${camera.devicePerSecond.toFixed(1)} a second`,
  );
  const recordings = await (await import('./recordings.bench.ts')).benchRecordings();
  line('memory while a recording of 64 MB arrives (baseline)', `${recordings.baselineMb.toFixed(0)} MB`);
  line('while one of 1 GB arrives and is put together', `${recordings.uploadRatio.toFixed(2)} x the baseline's memory`);
  line('while its copy is made, beside that of 64 MB', `${recordings.prepareRatio.toFixed(2)} x its memory`);
}

async function scale(sizes: number[]): Promise<void> {
  for (const photos of sizes) {
    process.stdout.write(`\n${photos.toLocaleString('en-US')} photos\n`);
    for (const [what, value] of Object.entries(await (await import('./scale.bench.ts')).benchScale(photos)))
      line(what, value);
  }
}

async function papers(): Promise<void> {
  const paper = await (await import('./papers.bench.ts')).benchPapers();
  line('decoding 80 previews one after another (baseline)', `${paper.baselineMs.toFixed(0)} ms`);
  line(
    'a plan of 80 photos as PDF',
    `${paper.totalRatio.toFixed(2)} x the baseline's time, ${paper.totalMs.toFixed(0)} ms`,
  );
  line('writing it in its thread, without reading pictures', `${paper.setRatio.toFixed(2)} x the baseline's time`);
  line('the longest that other work waits for it', `${paper.longestWaitMs.toFixed(0)} ms`);
  line('memory of the process', `${paper.memoryMb.toFixed(0)} MB`);
}

const [what, ...sizes] = process.argv.slice(2);
if (what === 'scale') await scale(sizes.length > 0 ? sizes.map(Number) : [100_000, 1_000_000]);
else if (what === 'load') {
  const [people = 200, seconds = 300] = sizes.map(Number);
  for (const [name, value] of Object.entries(await (await import('./load.bench.ts')).benchLoad(people, seconds)))
    line(name, value);
} else if (what === 'field')
  for (const [figure, value] of Object.entries(await (await import('./field.bench.ts')).benchField()))
    line(figure, value);
else if (what === 'papers') await papers();
else if (what === 'audit')
  for (const [figure, value] of Object.entries(await (await import('./audit.bench.ts')).benchAudit()))
    line(figure, value);
else if (what === 'web')
  for (const [screen, value] of Object.entries(await (await import('./web.bench.ts')).benchWeb(sizes[0], sizes[1])))
    line(screen, value);
else await everyDay();
process.exit(0);
