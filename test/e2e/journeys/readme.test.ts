import { expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { ReadersFolder } from '../../edge/docs/page-code.js';
import { ApiWorld } from '../../support/api-world.js';

it('the shell commands of README.md take a payment and receive its webhook', async () => {
  using folder = new ReadersFolder();
  const { baseUrl, merchant } = (await ApiWorld.shared()).manilla;
  folder.write('.manilla/sandbox.json', JSON.stringify({ baseUrl, ...merchant }, null, 2));
  folder.link('scripts', 'scripts');
  const { api: port } = await freePorts();
  const output = await folder.runShell('README.md', { '4040': String(port) });
  // A webhook may come between the reply and the status that curl writes after it.
  expect(output).toMatch(/"status":"SUCCESSFUL"[^]* HTTP 200/);
  expect(output).toMatch(
    /webhook checkout\.successful: .*amountAccepted 1000000 \(signatures verified\)/,
  );
  // The address of the next order's page, to pay on it by hand.
  expect(output).toMatch(/\nhttp:\/\/\S+\n+$/);
});
