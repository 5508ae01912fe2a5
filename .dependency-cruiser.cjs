/**
 * Who may import what. Every rule says where the code should go instead; docs/folders.md shows the rooms and the rules.
 *
 * A room is a folder of src, with the folders of the same name in workflows and activities. What stands in workflows and
 * activities without a folder is the platform's, except their index.ts, which belong to the programs.
 */

/** From the bottom up: a room uses those before it. The calls between SQL functions keep the same order (scripts/docs/rooms.ts). */
const rooms = {
  domain:
    'Words and rules without side effects, in TypeScript and SQL: money, ids, statuses, reasons, names, NUBAN, NIP, the calendar.',
  platform:
    'What any service needs: `config`, `observability`, `tracing`, `database`, `temporal`, `keys`, and the `findings` that wait for a person.',
  http: 'How all of HTTP is answered: envelope, errors, validation, limits, the OpenAPI document. `access`: who calls, and with which scopes.',
  ledger: 'What a payment costs, journals and balances; `proof`: whether the books are right.',
  providers:
    'Banks and acquirers, a folder each. `simulator` is one of them; its `server` plays the other side.',
  notify:
    'What others are told. Merchants, by webhook: `events` are written, `delivery` sends them, `webhooks` has endpoints, tests and replays. People: `messages` decides who gets an e-mail or an SMS, `senders` has a folder for each way to send one.',
  people:
    'Who signs in, for an operator or for a merchant: invitations, passwords, second factors, passkeys, sessions, roles and rights.',
  merchants: 'A merchant’s own `keys` and `settings`: policies, limits, page, settlement.',
  payouts:
    'Money out: `refunds`, `settlement` with its payouts, `accounts`, `statements`, `calendar`, `banks`, `sending`.',
  payments:
    'Money in: `checkouts`, `accounts`, `numbers`, `links`, `cards`, `credits` (hook, judgement, booking), `disputes`, `sandbox`.',
  pages:
    'What is drawn for people outside: `payer` is the page that a payer sees, `portal` the pages of merchants, `mails` the words of e-mails and SMS. `parts` is what portal and desk are both drawn with.',
  operators:
    'What operators do: `cases`, `merchants` (admission, terms), `people`, `journals`, `audit`, `messages`, and the pages of the `desk`.',
  upkeep: 'What runs by itself: `reconciliation` and sweep, `retention`, `erasure`, `rebuild`.',
  reports:
    'What is read across the rooms: `transactions`, `wallet`, one order on one page (`orders`), what is `in-doubt`, and the `search` of both APIs and the desk.',
  programs:
    'Puts programs together and decides nothing: API, worker, desk, `cli`, simulator, migrate, seed, the documents.',
};
const names = Object.keys(rooms);
const oneOf = (list) => `(${list.join('|')})`;
const loose = '^(workflows|activities)/(?!index\\.ts$)[^/]+\\.ts$';
const inRooms = (list) =>
  [
    `^(src|workflows|activities)/${oneOf(list)}/`,
    ...(list.includes('platform') ? [loose] : []),
    ...(list.includes('programs') ? ['^(workflows|activities)/index\\.ts$'] : []),
  ].join('|');

const product = '^(src|workflows|activities)/';
/** Where classes are put together. */
const roots = '^src/programs/(wiring/)?[^/]+\\.ts$';
const contract = '^activities/(contract|[^/]+/contract)\\.ts$';
// A file without a role: types, and rules of its folder. A port is an interface that several classes implement.
const plain = '^src/.*/[^./]+(\\.port)?\\.ts$';
/** Who speaks to Temporal. */
const temporal = '^src/(platform/temporal|programs|notify/delivery)/|\\.gateway\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...names.map((room, floor) => ({
      name: 'rooms-use-those-below',
      comment: `A room uses the rooms that stand before it in this order: ${names.join(', ')}. What two rooms need goes into the lower of them, or is passed in by a program.`,
      severity: 'error',
      from: { path: inRooms([room]) },
      to: { path: product, pathNot: inRooms(names.slice(0, floor + 1)) },
    })),
    {
      name: 'domain-is-pure',
      comment:
        'src/domain imports only itself: no Node, no package. What needs the outside becomes an argument, or a port (bank-rail.port.ts, card-rail.port.ts) with adapters in src/providers.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    ...[
      {
        from: { path: '^workflows/' },
        to: {
          pathNot: `^workflows/|^src/domain/|${plain}|${contract}|^node_modules/@temporalio/(workflow|common)/`,
        },
      },
      {
        from: { path: '^workflows/' },
        to: { path: `^activities/|^src/(?!domain/)`, dependencyTypesNot: ['type-only'] },
      },
    ].map((rule) => ({
      ...rule,
      name: 'workflow-imports',
      comment:
        'A workflow is replayed: it may use src/domain and @temporalio/workflow or common, and types: of the contracts of activities, and of the plain files of a room (without a role). Work that touches the outside goes into an activity; a rule goes into src/domain.',
      severity: 'error',
    })),
    ...[
      {
        from: { path: '^activities/' },
        to: { pathNot: '^activities/|^src/|^node_modules/@temporalio/(activity|common)/' },
      },
      {
        from: { path: '^activities/' },
        to: {
          path: '^src/(?!domain/)',
          pathNot: '\\.port\\.ts$',
          dependencyTypesNot: ['type-only'],
        },
      },
      { from: { path: '^src/', pathNot: roots }, to: { path: '^activities/', pathNot: contract } },
      {
        from: { path: '^src/', pathNot: roots },
        to: { path: contract, dependencyTypesNot: ['type-only'] },
      },
    ].map((rule) => ({
      ...rule,
      name: 'activities-are-given-their-stores',
      comment:
        'An activity knows the store or the adapter that it calls as a type (of a port also its errors); src/programs/wiring/worker.ts gives it, and only the worker wires activities. A store whose methods are activities as they stand implements the contract. SQL goes into a store, HTTP into an adapter, a rule into src/domain.',
      severity: 'error',
    })),
    ...[
      {
        from: { path: '^src/([^/]+)/.*\\.store\\.ts$' },
        to: {
          pathNot: `^src/domain/|^src/platform/(database|temporal/fact-checkout\\.ts$)|${plain}|${contract}|^timers/promises$|^node_modules/(@types/)?pg/`,
        },
      },
      {
        from: { path: '^src/([^/]+)/.*\\.store\\.ts$' },
        to: {
          path: plain,
          pathNot: `^src/($1|domain)/|^src/platform/(database|temporal/fact-checkout\\.ts$)|-row\\.ts$`,
          dependencyTypesNot: ['type-only'],
        },
      },
      {
        from: {
          path: product,
          pathNot: `\\.store\\.ts$|^src/platform/database/|^src/payments/credits/|${roots}`,
        },
        to: { path: '^node_modules/(@types/)?pg/' },
      },
    ].map((rule) => ({
      ...rule,
      name: 'sql-in-stores',
      comment:
        'A store is SQL: it uses src/domain, src/platform/database, pg, rows (*-row.ts), plain files of its room, and types of other plain files; nobody else knows pg, except what puts programs together and what gathers credits. HTTP, Nest and Temporal belong to the callers of a store; another store is joined by the service or the SQL function.',
      severity: 'error',
    })),
    {
      name: 'core-knows-no-nest',
      comment:
        'Outside the edge classes are plain, with constructor parameters. They are put together in src/programs/wiring.',
      severity: 'error',
      from: {
        path: '^(activities|workflows)/|^src/(domain|platform/(config|database|temporal)|ledger|providers|notify/delivery)/|\\.(store|gateway)\\.ts$',
        pathNot: roots,
      },
      to: { path: '^node_modules/@nestjs/' },
    },
    ...[
      {
        from: { path: '^src/', pathNot: temporal },
        to: { path: '^node_modules/@temporalio/', pathNot: '^node_modules/@temporalio/envconfig/' },
      },
      { from: { path: '^src/', pathNot: temporal }, to: { path: '^workflows/' } },
      {
        from: { path: '^(src|activities)/' },
        to: { path: '^workflows/.*\\.workflow\\.ts$', dependencyTypesNot: ['type-only'] },
      },
    ].map((rule) => ({
      ...rule,
      name: 'temporal-behind-its-gateways',
      comment:
        'Only a *.gateway.ts, src/platform/temporal and the programs name Temporal, its signals and updates (workflows/messages.ts); workflow functions are types there, because importing one as a value would run it in a plain process. Everyone else calls a gateway. envconfig only reads settings, so that the configuration may read a profile.',
      severity: 'error',
    })),
    {
      name: 'capabilities-are-apart',
      comment:
        'Controllers and services of one folder are its own. Another folder may use its types, its rules and its stores, if its room does not stand below it. The pages of the desk are a second edge of the operators’ services, the portal is one of the merchants’, and what an operator does in a merchant’s place goes by the services of the merchant’s own API.',
      severity: 'error',
      from: {
        path: '^src/(.+)/[^/]+$',
        pathNot: `^src/(operators/(desk/|merchants/for-merchants\\.ts$)|pages/portal/)|${roots}`,
      },
      to: { path: '^src/.*\\.(controller|service)\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'programs-are-started',
      comment:
        'Importing a program (api.ts, worker.ts, cli.ts, desk.ts, portal.ts, simulator.ts, migrate.ts, seed.ts, open-api.ts) would start it: move what you need into a file beside it.',
      severity: 'error',
      from: { path: `${product}|^scripts/` },
      to: {
        path: '^src/programs/(api|worker|cli|desk|portal|simulator|migrate|seed|open-api)\\.ts$',
      },
    },
    ...[
      {
        from: { path: '^src/providers/simulator/(server/|control-client\\.ts$)' },
        to: {
          path: product,
          pathNot:
            '^src/(providers/simulator/(server/|control-client\\.ts$)|domain/|platform/observability/|providers/hook-signature\\.ts$)',
        },
      },
      {
        from: {
          path: product,
          pathNot: `^src/providers/simulator/(server/|control-client\\.ts$)|${roots}`,
        },
        to: { path: '^src/providers/simulator/server/' },
      },
    ].map((rule) => ({
      ...rule,
      name: 'simulator-is-outside',
      comment:
        'The simulator’s server plays banks and payers: it knows src/domain, how hooks are signed, and nothing else of the engine. The engine reaches it over HTTP, as it reaches a real bank: by its adapters, or by src/providers/simulator/control-client.ts in the sandbox.',
      severity: 'error',
    })),
    {
      name: 'traces-are-loaded-late',
      comment:
        'OpenTelemetry costs memory and start-up time, so only src/platform/tracing/open-telemetry.ts imports it, and that file is imported with import() when somebody collects traces. Open a span through src/platform/tracing/spans.ts.',
      severity: 'error',
      from: { path: product, pathNot: '^src/platform/tracing/open-telemetry\\.ts$' },
      to: {
        path: '^src/platform/tracing/open-telemetry\\.ts$|node_modules/@opentelemetry/',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    ...[
      { from: { path: product }, to: { path: '^(test|scripts|sdk)/' } },
      {
        from: { path: product },
        to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      },
    ].map((rule) => ({
      ...rule,
      name: 'product-stands-alone',
      comment:
        'What ships imports neither test/, scripts/ nor sdk/, and no devDependency: a production image has none of them. Move the shared part into src/, the package to dependencies, or the code to scripts/ or test/.',
      severity: 'error',
    })),
    ...[
      { from: { path: '^sdk/' }, to: { pathNot: '^sdk/', dependencyTypesNot: ['core'] } },
      {
        from: { path: '^test/edge/seed/' },
        to: { pathNot: '^test/edge/seed/|^test/support/(edge|stack)\\.ts$|^node_modules/vitest/' },
      },
    ].map((rule) => ({
      ...rule,
      name: 'clients-know-the-document',
      comment:
        'The SDK imports Node and itself, and knows the engine by openapi.json. test/edge/seed is a client written from the text of the specification: our types, the SDK or the test client would hide that the API has left it, and only the start of the stack is shared.',
      severity: 'error',
    })),
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

// What each room is for, by its name, from the bottom up.
module.exports.rooms = rooms;
