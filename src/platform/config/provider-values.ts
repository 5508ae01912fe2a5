/**
 * The providers that MANILLA_PROVIDERS names, and the settings of each: `MANILLA_<NAME>_<SETTING>`. Only a provider's
 * folder knows what its settings mean.
 */
export interface ProviderValues {
  /** The names in the order of MANILLA_PROVIDERS: a sandbox's merchant gets the first. */
  readonly names: readonly string[];
  valuesOf(name: string): ReadonlyMap<string, string>;
  /** The present values: secrets that lie in files are read again. */
  valuesNow(name: string): ReadonlyMap<string, string>;
}

/** `NAME` or `NAME,NAME`; undefined: none. */
export function providerNames(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the beginning of the names of a provider's settings. */
export function providerPrefix(name: string): string {
  return `MANILLA_${name.toUpperCase().replaceAll('-', '_')}_`;
}

/** @param env with its secrets already read from their files @param envNow reads them again */
export function providerValues(
  env: NodeJS.ProcessEnv,
  envNow: () => NodeJS.ProcessEnv = () => env,
): ProviderValues {
  return {
    names: providerNames(env['MANILLA_PROVIDERS']),
    valuesOf: (name) => valuesIn(env, name),
    valuesNow: (name) => valuesIn(envNow(), name),
  };
}

function valuesIn(env: NodeJS.ProcessEnv, name: string): ReadonlyMap<string, string> {
  const prefix = providerPrefix(name);
  return new Map(
    Object.entries(env).flatMap(([key, value]) =>
      key.startsWith(prefix) && value && !key.endsWith('_FILE')
        ? [[key.slice(prefix.length), value] as const]
        : [],
    ),
  );
}
