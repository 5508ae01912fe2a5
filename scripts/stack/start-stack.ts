import type { ProgramEnvironment } from './environment.ts';
import { migrate, seed, type SandboxMerchant } from './programs.ts';
import { Stack, type StackOptions, type StackPart } from './stack.ts';
import { resolveTemporal } from './temporal-binaries.ts';
import { prepareNamespace } from './temporal-namespace.ts';

export interface StartedStack {
  readonly env: ProgramEnvironment;
  readonly urls: { readonly api: string; readonly ui: string; readonly temporal: string };
  /** Present when the API was among the parts. */
  readonly merchant: SandboxMerchant | undefined;
  stop(): Promise<void>;
}

const order: readonly StackPart[] = ['postgres', 'temporal', 'ui', 'codec', 'worker', 'api'];

/** Starts the parts in order (built code is expected); with the API also migrates and seeds. Stops all on failure. */
export async function startStack(
  options: StackOptions & {
    readonly parts: readonly StackPart[];
    readonly onProgress?: (step: string) => void;
  },
): Promise<StartedStack> {
  const stack = new Stack(options);
  const progress = options.onProgress ?? (() => {});
  let merchant: SandboxMerchant | undefined;
  try {
    stack.useTemporal(await resolveTemporal(process.env, stack.starter, progress));
    for (const part of order.filter((each) => options.parts.includes(each))) {
      progress(`starting ${part}`);
      await stack.start(part);
      if (part === 'temporal') await prepareNamespace(stack.temporalAddress, stack.namespace);
      if (part === 'postgres' && options.parts.includes('api')) {
        await migrate(stack.env);
        merchant = await seed(stack.seedEnv);
      }
    }
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return { env: stack.env, urls: urlsOf(stack), merchant, stop: () => stack.stop() };
}

/** Where people and programs reach a stack. */
export function urlsOf(stack: Stack): StartedStack['urls'] {
  return {
    api: `http://127.0.0.1:${stack.ports.api}`,
    ui: `http://127.0.0.1:${stack.ports.ui}`,
    temporal: stack.temporalAddress,
  };
}
