/**
 * Who may import what. Direction in one line:
 * edge -> gateway -> workflow -> activity contract <- activity -> port <- store or adapter,
 * with src/domain under all of it. Every rule says where the code should go instead.
 */

/** The rooms of src, from the bottom up. */
const rooms = [
  ...['domain', 'config', 'tracing', 'persistence', 'observability', 'rails', 'steps', 'ledger'],
  ...[
    'notifications',
    'temporal',
    'http',
    'auth',
    'operators',
    'audit',
    'banks',
    'merchants',
    'numbers',
    'checkout',
  ],
  ...[
    'channels',
    'payment-links',
    'pay',
    'disputes',
    'refunds',
    'settlement',
    'wallet',
    'virtual-accounts',
    'providers',
  ],
  ...[
    'transactions',
    'webhooks',
    'health',
    'rings',
    'reference',
    'retention',
    'payers',
    'reconciliation',
    'rebuild',
    'journals',
    'onboarding',
    'cases',
    'desk',
    'simulator',
    'sandbox',
    'cli',
  ],
];
/** Where programs are put together; they may import everything they wire. */
const roots =
  '^src/(edge-app|main|worker|drawing|cli|desk|simulator|migrate|seed|seed-merchant|open-api)\\.ts$|\\.module\\.ts$';
const stores = '\\.store\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment:
        'src/domain imports only itself: no Node, no package. What needs the outside becomes an argument, or a port in src/domain/ports with an adapter elsewhere.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'workflow-imports',
      comment:
        'A workflow is replayed: it may use src/domain, activities/contract.ts and @temporalio/workflow or common. Work that touches the outside goes into an activity; a rule goes into src/domain.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        pathNot:
          '^workflows/|^src/domain/|^activities/contract\\.ts$|^node_modules/@temporalio/(workflow|common)/',
      },
    },
    {
      name: 'activity-contract-is-types',
      comment:
        'A workflow takes only types from activities/contract.ts: call the activity through proxyActivities or proxyLocalActivities.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { path: '^activities/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activity-imports',
      comment:
        'An activity reaches the outside through a port of src/domain/ports, given to its factory by src/worker.module.ts. SQL goes into a store, HTTP into an adapter, a rule into src/domain.',
      severity: 'error',
      from: { path: '^activities/' },
      to: {
        pathNot: '^activities/|^src/domain/|^node_modules/@temporalio/(activity|common)/',
      },
    },
    {
      name: 'store-imports',
      comment:
        'A store is SQL behind a port: src/domain, src/persistence, pg, and plain files of its own folder. HTTP, Nest and Temporal belong to its callers; another store is joined by the service or the SQL function.',
      severity: 'error',
      from: { path: '^(src/[^/]+)/.*\\.store\\.ts$' },
      to: {
        pathNot: '^src/(domain|persistence)/|^$1/[^.]+\\.ts$|^node_modules/(@types/)?pg/',
      },
    },
    {
      name: 'sql-in-stores',
      comment:
        'Only stores, src/persistence, src/steps and the composition roots know pg. Move the query into a *.store.ts and call it through its port.',
      severity: 'error',
      from: {
        path: '^(src|workflows|activities)/',
        pathNot: `${stores}|^src/(persistence|steps)/|${roots}`,
      },
      to: { path: '^node_modules/(@types/)?pg/' },
    },
    {
      name: 'traces-are-loaded-late',
      comment:
        'OpenTelemetry costs memory and start-up time, so only src/tracing/open-telemetry.ts imports it, and that file is imported with import() when somebody collects traces. Open a span through src/tracing/spans.ts.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: '^src/tracing/open-telemetry\\.ts$' },
      to: {
        path: '^src/tracing/open-telemetry\\.ts$|node_modules/@opentelemetry/',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    ...rooms.map((room, floor) => ({
      name: 'rooms-use-those-below',
      comment: `A room of src uses the rooms that stand before it in this order: ${rooms.join(', ')}. What two rooms need goes into the lower of them, or is passed in from a composition root.`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: roots },
      to: { path: '^src/[^/]+/', pathNot: `^src/(${rooms.slice(0, floor + 1).join('|')})/` },
    })),
    {
      name: 'core-knows-no-nest',
      comment:
        'Outside the edge classes are plain, with constructor parameters. Nest wiring goes into a *.module.ts or a composition root.',
      severity: 'error',
      from: {
        path: '^(activities|workflows|src/(domain|persistence|steps|ledger|rails|notifications|temporal|config))/',
        pathNot: roots,
      },
      to: { path: '^node_modules/@nestjs/' },
    },
    {
      name: 'temporal-behind-its-gateway',
      comment:
        'The edge and the stores reach Temporal through src/temporal, which keeps ids, payload codec and error mapping in one place. Add a method there. envconfig only reads settings, so that src/config may read a profile.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/temporal/|^src/notifications/|${roots}` },
      to: { path: '^node_modules/@temporalio/', pathNot: '^node_modules/@temporalio/envconfig/' },
    },
    {
      name: 'no-workflow-code-outside',
      comment:
        'Only src/temporal names signals and updates (workflows/messages.ts); workflow functions are types there. Everyone else calls src/temporal.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(temporal|notifications)/|${roots}` },
      to: { path: '^workflows/' },
    },
    {
      name: 'workflow-functions-are-types',
      comment:
        'Outside workflows/ a workflow function is only a type or a name: importing it as a value would run workflow code in a plain process.',
      severity: 'error',
      from: { path: '^(src|activities)/' },
      to: { path: '^workflows/.*\\.workflow\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activities-are-wired-once',
      comment:
        'Only the worker wires activities. A step that others need too belongs behind a port in src/domain/ports.',
      severity: 'error',
      from: { path: '^src/', pathNot: roots },
      to: { path: '^activities/' },
    },
    {
      name: 'areas-are-apart',
      comment:
        'Controllers and services of one area are its own. Another area may use its types, its rules and its stores, if it stands above it.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: roots },
      to: { path: '^src/[^/]+/.*\\.(controller|service)\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'simulator-is-outside',
      comment:
        'The simulator plays banks and payers: it knows src/domain, how hooks are signed, and nothing else of the engine.',
      severity: 'error',
      from: { path: '^src/simulator/' },
      to: {
        path: '^(src|workflows|activities)/',
        pathNot: '^src/(simulator|domain|observability)/|^src/rails/hook-signature\\.ts$',
      },
    },
    {
      name: 'simulator-is-called',
      comment:
        'The engine reaches the simulator over HTTP, as it reaches a real bank: through src/rails, or src/simulator/control-client.ts in the sandbox.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: `^src/simulator/|${roots}` },
      to: { path: '^src/simulator/', pathNot: '^src/simulator/control-client\\.ts$' },
    },
    {
      name: 'roots-are-not-imported',
      comment:
        'main.ts, worker.ts, cli.ts, desk.ts, simulator.ts, migrate.ts, seed.ts and open-api.ts are programs: importing one would start it. Move what you need into a module.',
      severity: 'error',
      from: { path: '^(src|workflows|activities|scripts)/' },
      to: { path: '^src/(main|worker|cli|desk|simulator|migrate|seed|open-api)\\.ts$' },
    },
    {
      name: 'modules-wire-from-above',
      comment:
        'A *.module.ts puts classes together and knows all it wires, so only another module or a program imports it. What an area takes from the container it names by src/runtime.ts.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: roots },
      to: { path: '\\.module\\.ts$' },
    },
    {
      name: 'areas-know-no-process',
      comment:
        'src/runtime.module.ts, src/app.module.ts and src/worker.module.ts put a process together from the areas: no area imports them.',
      severity: 'error',
      from: { path: '^src/(runtime\\.ts$|[^/]+/)' },
      to: { path: '^src/[^/]+\\.module\\.ts$' },
    },
    {
      name: 'product-knows-no-tests',
      comment:
        'What ships never imports test/ or scripts/. Move the shared part into src/, or into scripts/ when only scripts need it.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'sdk-stands-alone',
      comment:
        'The SDK is what a merchant installs: it imports Node and itself, and knows the engine by openapi.json. Nothing of the engine imports it.',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { pathNot: '^sdk/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'engine-knows-no-sdk',
      comment: 'Only tests import the SDK: the engine does not know its callers.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/' },
      to: { path: '^sdk/' },
    },
    {
      name: 'seed-client-knows-the-specification-only',
      comment:
        'test/edge/seed is a client written from the text of the specification. Our types, the SDK or the test client would hide that the API has left it: only the start of the stack is shared.',
      severity: 'error',
      from: { path: '^test/edge/seed/' },
      to: { pathNot: '^test/edge/seed/|^test/support/(edge|stack)\\.ts$|^node_modules/vitest/' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      comment:
        'A production image has no devDependencies. Move the package to dependencies, or the code to scripts/ or test/.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unknown-packages',
      comment:
        'The import resolves to nothing, or to a package that package.json does not name: add it there with an exact version.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['unknown', 'undetermined', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one file, or need a third that both import: usually a type in src/domain.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|sdk/dist|coverage|tools|scripts/clients/[^/]+)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
    reporterOptions: {
      text: { highlightFocused: true },
    },
  },
};

// For a test: every folder of src has its place.
module.exports.rooms = rooms;
