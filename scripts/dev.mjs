// npm run dev
// Runs the server, restarted when its files change, behind Vite, which updates open pages when files of the web change.
import { ensureInstalled, startNode, viteArgs, withSettings } from './lib/project.mjs';

ensureInstalled();
const serverPort = process.env['API_PORT'] ?? '3001';
const webPort = process.env['PORT'] ?? '3000';
const server = startNode([...withSettings(), '--watch', '--watch-preserve-output', 'server/main.ts'], {
  ...process.env,
  PORT: serverPort,
});
const web = startNode(viteArgs(['--port', webPort, '--strictPort']), { ...process.env, API_PORT: serverPort });

let ended = 0;
for (const child of [server, web]) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    ended += 1;
    // When one of the two ends, the other is stopped.
    for (const other of [server, web]) if (other.exitCode === null && other.signalCode === null) other.kill('SIGTERM');
    if (ended === 2) process.exit();
  });
}
