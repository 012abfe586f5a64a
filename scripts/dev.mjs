// npm run dev: the server, restarted when its files change, behind Vite, which brings changes of the web into open pages.
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
    // One without the other is of no use.
    for (const other of [server, web]) if (other.exitCode === null && other.signalCode === null) other.kill('SIGTERM');
    if (ended === 2) process.exit();
  });
}
