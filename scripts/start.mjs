// npm start
// Installs and builds what is missing, then runs the server.
import { becomeNode, ensureInstalled, ensureWebBuilt, withSettings } from './lib/project.mjs';

ensureInstalled();
ensureWebBuilt();
becomeNode([...withSettings(), 'server/main.ts']);
