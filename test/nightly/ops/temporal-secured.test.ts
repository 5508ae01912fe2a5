import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createNamespace } from '../../support/stack.js';
import { manilla } from '../../support/manilla-cli.js';
import { certificates, TemporalGateway } from '../../support/temporal-gateway.js';
import { ApiWorld } from '../../support/api-world.js';

const folder = mkdtempSync(join(tmpdir(), 'manilla-tls-'));
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

let namespace: string;
let gateway: TemporalGateway;
/** What a program of ours is told. */
let env: Record<`TEMPORAL_${string}`, string>;

beforeAll(async () => {
  const { ca, server, client } = await certificates();
  namespace = await createNamespace();
  gateway = await TemporalGateway.start({
    ...{ to: inject('stack').temporalAddress, server, clientCa: ca.cert },
    apiKey: () => 'key-of-manilla',
    denies: ['RegisterNamespace', 'AddSearchAttributes', 'ListSearchAttributes'],
  });
  env = {
    TEMPORAL_ADDRESS: gateway.address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: fileOf('ca.pem', ca.cert),
    TEMPORAL_TLS_CLIENT_CERT_PATH: fileOf('client.pem', client.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: fileOf('client.key', client.private),
    TEMPORAL_API_KEY: 'key-of-manilla',
  };
});
afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true });
});

describe('a Temporal that wants TLS, a certificate of its clients and a key, and gives them no rights of operators', () => {
  it('carries a checkout to its end', async () => {
    const world = await ApiWorld.start(env);
    try {
      const { reference } = await world.paid();
      expect((await world.merchant.query(reference)).data).toMatchObject({ status: 'SUCCESSFUL' });
    } finally {
      await world.stop();
    }
  });

  it('is checked and prepared without changing anything', async () => {
    for (const command of ['check', 'prepare']) {
      const { code, stdout, stderr } = await manilla(['temporal', command], env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`The namespace ${namespace} of ${gateway.address}`);
    }
  });

  it.each(['check', 'prepare'])('is told of a missing namespace by %s', async (command) => {
    const without = { ...env, TEMPORAL_NAMESPACE: 'nobody-made-it' };
    const { code, stderr } = await manilla(['temporal', command], without);
    expect(code).toBe(1);
    expect(stderr).toContain('Temporal has no namespace nobody-made-it');
    expect(stderr).toContain('temporal operator namespace create -n nobody-made-it --retention 7d');
  });

  it.each([
    ['another key', { TEMPORAL_API_KEY: 'stolen' }, 'unauthorized'],
    ['no certificate', { TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' }, ''],
    ['another name', { TEMPORAL_TLS_SERVER_NAME: 'elsewhere.test' }, ''],
  ])('refuses a client with %s, and the reason is told', async (_, wrong, reason) => {
    const { code, stdout, stderr } = await manilla(['temporal', 'check'], { ...env, ...wrong });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Temporal at ${gateway.address} says no: `);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('stolen');
  });
});
