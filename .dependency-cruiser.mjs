// The borders of the house: `npm run borders` checks them, types included. docs/architecture.md has the picture.
// The parser sees imports of types, but no `import('…').Name` within a type, which lint forbids (consistent-type-imports).
// A module (or a feature) may use what stands before it in its list, never what stands after it.
const serverModules = [
  'users',
  'notifications',
  'webhooks',
  'analysis',
  'cases',
  'properties',
  'uploads',
  'inspections',
  'findings',
  'photos',
  'checklists',
  'recordings',
  'frames',
  'plans',
  'stats',
  'analytics',
  'messages',
  'personal-data',
  'unsent-work',
  'sample',
  'health',
  'backup',
];
const platformParts = [
  'logger',
  'telemetry',
  'outgoing',
  'database',
  'http',
  'auth',
  'audit',
  'queue',
  'storage',
  'mail',
  'events',
  'changes',
  'postgres',
];
const webFeatures = [
  'users',
  'saved-views',
  'notifications',
  'areas',
  'cases',
  'properties',
  'checklists',
  'uploads',
  'findings',
  'photos',
  'recordings',
  'inspections',
  'runs',
  'frames',
  'messages',
  'monitoring',
  'plans',
  'analytics',
  'audit',
  'sent-mails',
  'webhooks',
  'personal-data',
  'learning',
];

const tests = String.raw`\.(test|suite|fixture)\.tsx?$|/fixtures/`;

/** One rule for each place of the order: it must not use anything that stands after it. */
const inOrder = (root, order) =>
  order.slice(0, -1).map((name, place) => ({
    name: `${name} stands before what it uses`,
    severity: 'error',
    from: { path: `^${root}/${name}/`, pathNot: tests },
    to: { path: `^${root}/(${order.slice(place + 1).join('|')})/` },
  }));
const listed = (root, order) => ({
  name: `every folder of ${root} has its place in the order`,
  severity: 'error',
  from: { path: `^${root}/` },
  to: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${order.join('|')})/` },
});
const forbid = (name, from, to) => ({ name, severity: 'error', from: { pathNot: tests, ...from }, to });

export default {
  forbidden: [
    { name: 'no cycles between files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no cycles between folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|server/platform|server/analysis|web/src/features|web/src/lib)/[^/]+$' },
      to: { circular: true },
    },
    forbid(
      'the contract imports nothing of ours',
      { path: '^contract/' },
      { path: '^(server|web|test|scripts|training|bench|e2e)/' },
    ),
    forbid(
      'the web knows the contract alone',
      { path: '^web/' },
      { path: '^(server|test|scripts|training|bench|e2e)/' },
    ),
    forbid(
      'the server knows no web and no tools',
      { path: '^server/' },
      { path: '^(web|test|scripts|training|bench|e2e)/' },
    ),
    forbid('the platform knows no module', { path: '^server/platform/' }, { path: '^server/(?!platform/|schema/)' }),
    forbid(
      'a module uses only the settings of the root',
      { path: '^server/[^/]+/' },
      { path: String.raw`^server/[^/]+\.ts$`, pathNot: String.raw`^server/config[^/]*\.ts$` },
    ),
    forbid('tables know tables alone', { path: '^server/schema/' }, { path: '^server/(?!schema/)' }),
    forbid(
      'a module uses the service, rules and errors of another',
      { path: '^server/([^/]+)/' },
      {
        path: '^server/(?!platform/|schema/)[^/]+/',
        pathNot: ['^server/$1/', String.raw`\.(service|rules|errors)\.ts$`],
      },
    ),
    forbid(
      'the design system and the library know no feature',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/(app|routes|features)/' },
    ),
    forbid('a feature knows no screen', { path: '^web/src/features/' }, { path: '^web/src/(app|routes)/' }),
    forbid('a screen knows no router or shell', { path: '^web/src/routes/' }, { path: '^web/src/app/' }),
    forbid(
      'a screen uses its own parts',
      { path: '^web/src/routes/([^/]+)/' },
      { path: '^web/src/routes/', pathNot: '^web/src/routes/$1/' },
    ),
    forbid(
      'the service worker imports nothing of ours',
      { path: '^web/src/service-worker/' },
      { path: '^(contract|web)/', pathNot: '^web/src/service-worker/' },
    ),
    forbid(
      'of the service worker the library and the features use the cached answers alone',
      { path: '^web/src/(lib|features)/' },
      { path: '^web/src/service-worker/', pathNot: String.raw`/cached-answers\.ts$` },
    ),
    forbid(
      'the rest of the web knows no service worker',
      { path: '^web/src/(app|routes|ui)/' },
      { path: '^web/src/service-worker/' },
    ),
    listed('server', [...serverModules, 'platform', 'schema', 'migrations']),
    listed('server/platform', platformParts),
    listed('web/src/features', webFeatures),
    ...inOrder('server', serverModules),
    ...inOrder('server/platform', platformParts),
    ...inOrder('web/src/features', webFeatures),
  ],
  options: {
    parser: 'swc',
    exclude: { path: tests },
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(contract|server|web/src|test|scripts|training|bench|e2e)/',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
      extensions: ['.ts', '.tsx', '.mjs'],
    },
  },
};
