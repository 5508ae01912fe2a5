import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uiSwitchedOff } from '../../../scripts/stack/temporal-config.ts';
import { checkoutWorkflowId } from '../../../src/domain/ids.js';
import { TemporalUi } from '../../support/temporal-ui.js';
import { ApiWorld } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

let world: ApiWorld;
let ui: TemporalUi | undefined;
beforeAll(async () => {
  [world, ui] = await Promise.all([ApiWorld.shared(), TemporalUi.start()]);
});
afterAll(async () => {
  await ui?.stop();
  await world.stop();
});

describe('in the Temporal UI that is shipped', () => {
  test('a refused decision says why to whoever has no key, and in the worker log', async (context) => {
    if (ui === undefined) return context.skip('this Temporal server has no UI of its own');
    const { manilla } = world;
    await using operator = new Operator(manilla);
    const { reference } = await world.awaitingPayment();
    const { merchantId } = manilla.merchant;
    const workflowId = checkoutWorkflowId(merchantId, reference);
    await expect
      .poll(() =>
        operator
          .handle(reference)
          .describe()
          .then(
            ({ status }) => status.name,
            () => '',
          ),
      )
      .toBe('RUNNING');
    const input = { decision: 'retry', operator: 'Bola', reason: 'a guess' };
    const { status, text } = await ui.update(manilla.temporal.namespace, workflowId, {
      name: 'resolve',
      input,
    });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      outcome: {
        failure: {
          message: 'nothing waits for a decision here',
          applicationFailureInfo: { type: 'RESOLUTION_REFUSED' },
        },
      },
    });
    expect(text).not.toContain('Encoded failure');
    const refusals = () =>
      readFileSync(manilla.program('worker').logFile, 'utf8')
        .split('\n')
        .filter((line) => line.includes('a decision was refused') && line.includes(reference));
    await expect.poll(refusals).toHaveLength(1);
    const [line = ''] = refusals();
    expect(JSON.parse(line)).toMatchObject({
      refusal: 'nothing waits for a decision here',
      updateName: 'resolve',
      workflowId,
    });
    expect(line).not.toContain('a guess');
  });

  test('there is no button for what harms a workflow, and one for what operators need', async (context) => {
    if (ui === undefined) return context.skip('this Temporal server has no UI of its own');
    const settings = await ui.settings();
    const said = uiSwitchedOff.map((name) => settings[name.replace(/^./, (c) => c.toUpperCase())]);
    expect(new Set(said)).toEqual(new Set([true]));
    expect(settings).toMatchObject({
      // Its tests play an engineer who has opened it.
      DisableWriteActions: false,
      WorkflowUpdateDisabled: false,
      WorkflowSignalDisabled: false,
      WorkflowCancelDisabled: false,
      WorkflowResetDisabled: false,
    });
  });
});
