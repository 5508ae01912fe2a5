import { join } from 'node:path';
import { inject } from 'vitest';
import { freePorts } from '../../scripts/stack/ports.ts';
import { ProcessStarter } from '../../scripts/stack/processes.ts';
import { startTemporalUi } from '../../scripts/stack/temporal.ts';
import { resolveTemporal } from '../../scripts/stack/temporal-binaries.ts';
import './stack-context.js';

/** The Temporal UI as the local stack ships it, in front of the test run's server. */
export class TemporalUi implements AsyncDisposable {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /**
   * Undefined where the run's server is not built from its modules: then no UI of its own is there. `codecUrl`: of the server
   * that decodes for it; left out: none.
   */
  static async start(
    codecUrl = '',
    deskUrl = 'http://127.0.0.1:3020',
  ): Promise<TemporalUi | undefined> {
    const { dataDir, temporalAddress } = inject('stack');
    const starter = new ProcessStarter(
      join(dataDir, 'logs'),
      join(dataDir, `temporal-ui-${process.pid}.json`),
    );
    const source = await resolveTemporal(process.env, starter, () => {});
    if (source.kind !== 'binaries') return undefined;
    const { ui: port } = await freePorts();
    // The tests send updates as an engineer does who has opened the UI.
    process.env['MANILLA_UI_WRITES'] = 'on';
    const child = await startTemporalUi(starter, source, {
      dir: join(dataDir, `temporal-ui-${port}`),
      port,
      temporalPort: Number(temporalAddress.split(':')[1]),
      ...{ codecUrl, deskUrl },
    });
    return new TemporalUi(`http://127.0.0.1:${port}`, () => child.stop());
  }

  /** What the UI's server tells its page. */
  async settings(): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.url}/api/v1/settings`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Sends an update as curl does: with the page's CSRF token, and an input that nobody has encrypted. */
  async update(
    namespace: string,
    workflowId: string,
    { name, input }: { readonly name: string; readonly input: unknown },
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { headers } = await fetch(`${this.url}/api/v1/settings`);
    const csrf = /_csrf=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    const id = encodeURIComponent(workflowId);
    const response = await fetch(
      `${this.url}/api/v1/namespaces/${namespace}/workflows/${id}/update/${name}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': csrf,
          cookie: `_csrf=${csrf}`,
        },
        body: JSON.stringify({
          request: { meta: { identity: 'curl' }, input: { args: { payloads: [plain(input)] } } },
          waitPolicy: { lifecycleStage: 'UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED' },
        }),
      },
    );
    return { status: response.status, text: await response.text() };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

function plain(value: unknown): object {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return { metadata: { encoding: base64('json/plain') }, data: base64(JSON.stringify(value)) };
}
