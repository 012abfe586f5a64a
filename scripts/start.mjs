// npm start
// Installs and builds what is missing, then runs the server.
import { becomeNode, ensureInstalled, ensureWebBuilt, serverFlags, withSettings } from './lib/project.mjs';

ensureInstalled();
ensureWebBuilt();
becomeNode([...withSettings(), ...serverFlags, 'server/main.ts']);
