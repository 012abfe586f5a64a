/**
 * Resolves imports of drizzle-orm, and those within it, once. Node.js parses that package's description, 180 KB of JSON, anew for
 * each of them, which took a third of every start. Loaded by `--import`, before any other module.
 */
import { registerHooks, type ResolveFnOutput } from 'node:module';

const resolved = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context;
    if (!conditions.includes('import')) return next(specifier, context);
    if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    const existing = resolved.get(specifier);
    if (existing) return existing;
    const found = { ...next(specifier, context), shortCircuit: true };
    resolved.set(specifier, found);
    return found;
  },
});
