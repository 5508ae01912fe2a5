import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { ApiWorld } from '../../support/api-world.js';
import { startDesk } from '../../support/stack.js';

it.each(['desk', 'deskMetrics', 'codec'] as const)(
  'a desk whose port for %s was taken since it was chosen starts on others',
  async (which) => {
    const { env } = (await ApiWorld.shared()).manilla;
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const tried: number[] = [];
    const choosePorts = async () => {
      const chosen = await freePorts();
      if (tried.length === 0) chosen[which] = port;
      tried.push(chosen[which]);
      return {
        MANILLA_DESK_PORT: String(chosen.desk),
        MANILLA_DESK_METRICS_PORT: String(chosen.deskMetrics),
        MANILLA_CODEC_PORT: String(chosen.codec),
      };
    };
    const desk = await startDesk(env, {}, choosePorts);
    try {
      expect(tried).toHaveLength(2);
      await expect.poll(async () => (await fetch(`${desk.baseUrl}/health/ready`)).status).toBe(200);
    } finally {
      await desk.stop();
      other.close();
    }
  },
);
