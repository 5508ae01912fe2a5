import { readFileSync } from 'node:fs';
import { loadClientConnectConfig } from '@temporalio/envconfig';

type ConnectOptions = ReturnType<typeof loadClientConnectConfig>['connectionOptions'];

/** The security settings that a Temporal server asks of its clients; empty when it asks for none. */
export interface TemporalSecurity {
  /** `true`: TLS with the certificates that Node trusts. */
  readonly tls?: NonNullable<ConnectOptions['tls']>;
  readonly apiKey?: string;
  /** Headers of every call. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface TemporalProfile {
  readonly address: string | undefined;
  readonly namespace: string | undefined;
  readonly security: TemporalSecurity;
}

type Values = Readonly<Record<string, string>>;

/** Settings that need each other: the SDK leaves out one that is alone, and would connect without it. */
const pairs: readonly (readonly [string, string])[] = [
  ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'],
  ['TEMPORAL_TLS_CLIENT_KEY_PATH', 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
  ['TEMPORAL_TLS_CLIENT_CERT_DATA', 'TEMPORAL_TLS_CLIENT_KEY_DATA'],
  ['TEMPORAL_TLS_CLIENT_KEY_DATA', 'TEMPORAL_TLS_CLIENT_CERT_DATA'],
];

/**
 * Reads how to reach Temporal from the variables and the profile file that Temporal's own tools read. A profile file is
 * read only when TEMPORAL_CONFIG_FILE names it: a file that happens to lie in somebody's home folder must not decide
 * where payments go.
 *
 * @throws Error with a sentence that begins with a variable's name; never with a secret
 */
export function temporalProfile(env: NodeJS.ProcessEnv): TemporalProfile {
  const values = valuesOf(env);
  for (const [one, other] of pairs) {
    if (values[one] !== undefined && values[other] === undefined) {
      throw new Error(`${other}: is not set, but ${one} is`);
    }
  }
  const file = values['TEMPORAL_CONFIG_FILE'];
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({
      overrideEnvVars: values,
      configFileStrict: true,
      // The file is read here, because the SDK takes a file that is not there for an empty one.
      ...(file === undefined
        ? { disableFile: true }
        : { configSource: { data: readFileSync(file) } }),
    });
    const { address, tls, apiKey, metadata } = connectionOptions;
    const security = {
      ...(tls && { tls }),
      ...(typeof apiKey === 'string' && { apiKey }),
      ...(metadata && { metadata: metadata as Values }),
    };
    return { address, namespace, security };
  } catch (error) {
    throw new Error(sentenceOf(error as NodeJS.ErrnoException, values), { cause: error });
  }
}

/** An empty variable counts as not set. */
function valuesOf(env: NodeJS.ProcessEnv): Values {
  const ours = Object.entries(env).filter(([name, value]) => name.startsWith('TEMPORAL_') && value);
  return Object.fromEntries(ours) as Values;
}

function sentenceOf({ code, path, message }: NodeJS.ErrnoException, values: Values): string {
  const file = 'TEMPORAL_CONFIG_FILE';
  if (code !== undefined && path !== undefined) {
    const name = Object.keys(values).find((each) => values[each] === path) ?? file;
    return `${name}: cannot read ${path} (${code})`;
  }
  // The parser of the file shows the lines around a mistake, and one of them may be a key.
  return `${values[file] === undefined ? 'TEMPORAL_TLS' : file}: ${message.split('\n')[0]}`;
}

/** The profile, or the sentence that says why there is none. */
export function readTemporalProfile(values: NodeJS.ProcessEnv) {
  try {
    return { temporal: temporalProfile(values), problems: [] };
  } catch (error) {
    return { temporal: undefined, problems: [(error as Error).message] };
  }
}
