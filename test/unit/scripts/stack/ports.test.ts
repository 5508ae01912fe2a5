import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import {
  freePorts,
  type PortName,
  portsFromEnvironment,
  requireFreePorts,
} from '../../../../scripts/stack/ports.js';

const usual = portsFromEnvironment({});
const names = Object.keys(usual) as PortName[];

describe('the ports of a stack', () => {
  it('are all moved by one setting', () => {
    const moved = portsFromEnvironment({ MANILLA_PORT_OFFSET: '100' });
    for (const name of names) expect(moved[name], name).toBe(usual[name] + 100);
  });

  it('are where a variable of their own says, whatever moves the others', () => {
    const env = { MANILLA_PORT_OFFSET: '100', MANILLA_DESK_PORT: '3999' };
    expect(portsFromEnvironment(env)).toMatchObject({ desk: 3_999, api: usual.api + 100 });
  });

  it('are the usual ones when the settings are empty', () => {
    expect(portsFromEnvironment({ MANILLA_PORT_OFFSET: '', MANILLA_API_PORT: '' })).toEqual(usual);
  });

  it.each(['ten', '1.5', '-1977', '10672', 'NaN'])('cannot be moved by "%s"', (offset) => {
    expect(() => portsFromEnvironment({ MANILLA_PORT_OFFSET: offset })).toThrow(
      `MANILLA_PORT_OFFSET is "${offset}"; set it to a number from -1976 to 10671, or leave it unset.`,
    );
  });

  it.each(['-1976', '10671'])('can be moved by %s, as far as ports go', (offset) => {
    const ports = Object.values(portsFromEnvironment({ MANILLA_PORT_OFFSET: offset }));
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(1_024);
    expect(Math.max(...ports)).toBeLessThanOrEqual(65_000);
  });
});

describe('ports that are taken', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  async function take(port: number): Promise<void> {
    const server = createServer().listen(port, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
  }
  /** So much that this machine's own stack is elsewhere, and PostgreSQL above the ports of outgoing connections. */
  async function offsetOfFreePorts(): Promise<number> {
    for (let offset = 6_700; offset < 10_000; offset += 700) {
      const env = { MANILLA_PORT_OFFSET: String(offset) };
      const isFree = await requireFreePorts(portsFromEnvironment(env), names, env).then(
        () => true,
        () => false,
      );
      if (isFree) return offset;
    }
    throw new Error('no row of ports is free');
  }

  it('are none on a quiet machine', async () => {
    const ports = await freePorts();
    await expect(requireFreePorts(ports, names, {})).resolves.toBeUndefined();
  });

  it('are named together, also those of one server, with the setting that moves all of them', async () => {
    const offset = await offsetOfFreePorts();
    const env = { MANILLA_PORT_OFFSET: String(offset) };
    const ports = portsFromEnvironment(env);
    await take(ports.api);
    await take(ports.temporal + 3);
    const sentence = await requireFreePorts(ports, names, env).catch(
      (error: Error) => error.message,
    );
    const [, moved = ''] =
      /^Ports (?:.*) are taken by other programs; stop those programs, or move them: (.*) npm start\.$/.exec(
        String(sentence),
      ) ?? [];
    expect(sentence).toContain(`${ports.api} (the API)`);
    expect(sentence).toContain(`${ports.temporal + 3} (the Temporal server)`);
    const [variable = '', value = ''] = moved.split('=');
    expect(variable).toBe('MANILLA_PORT_OFFSET');
    const next = { MANILLA_PORT_OFFSET: value };
    await expect(
      requireFreePorts(portsFromEnvironment(next), names, next),
    ).resolves.toBeUndefined();
  });

  it('with a variable of their own are moved by it', async () => {
    const offset = await offsetOfFreePorts();
    const { desk } = await freePorts();
    const env = { MANILLA_PORT_OFFSET: String(offset), MANILLA_DESK_PORT: String(desk) };
    await take(desk);
    await expect(requireFreePorts(portsFromEnvironment(env), names, env)).rejects.toThrow(
      `Port ${desk} (the desk) is taken by another program; stop that program, or move it: MANILLA_DESK_PORT=${desk + 100} npm start.`,
    );
  });
});
