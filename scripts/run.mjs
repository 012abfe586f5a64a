// node scripts/run.mjs FILE …: runs a file of the project with the project's Node.js, after installing it if needed.
// node scripts/run.mjs --vite …: runs Vite the same way.
import { becomeNode, ensureInstalled, viteArgs, withSettings } from './lib/project.mjs';

const [first = '', ...rest] = process.argv.slice(2);
ensureInstalled();
becomeNode(first === '--vite' ? viteArgs(rest) : [...withSettings(), first, ...rest]);
