import { type ProviderSetting, SettingsFault } from './contract.js';

/** Reads a provider's settings, and gathers their faults, so that all of them are reported at once. */
export class SettingReader {
  readonly #problems: string[] = [];

  /**
   * @param values the settings that are set
   * @param simulated the values of settings that are not set, where money is not real; null: money is real
   */
  constructor(
    private readonly settings: readonly ProviderSetting[],
    private readonly values: ReadonlyMap<string, string>,
    private readonly simulated: Readonly<Record<string, string>> | null,
  ) {}

  text(name: string): string {
    const setting = this.settings.find((each) => each.name === name);
    if (setting === undefined) throw new TypeError(`there is no setting ${name}`);
    const value = this.values.get(name) ?? this.simulated?.[name] ?? setting.otherwise;
    if (value === null) this.#problems.push(`${name}: is not set (${setting.about})`);
    return value ?? '';
  }

  /** Reads a setting. `read` returns undefined for a text that does not follow the rule. */
  read<Value>(name: string, rule: string, read: (text: string) => Value | undefined): Value {
    const text = this.text(name);
    const value = text === '' ? undefined : read(text);
    if (value === undefined && text !== '') this.#problems.push(`${name}: ${rule}`);
    return value as Value;
  }

  oneOf<const Word extends string>(name: string, words: readonly Word[]): Word {
    return this.read(name, `must be one of ${words.join(', ')}`, (text) =>
      words.find((word) => word === text),
    );
  }

  whole(name: string, [least, most]: readonly [number, number]): number {
    return this.read(name, `must be a whole number from ${least} to ${most}`, (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
      return number !== undefined && number >= least && number <= most ? number : undefined;
    });
  }

  url(name: string): string {
    return this.read(name, 'must be an https:// address', (text) => {
      if (!URL.canParse(text)) return undefined;
      const { protocol, hostname } = new URL(text);
      const isOwn = hostname === '127.0.0.1' || hostname === 'localhost';
      return protocol === 'https:' || (protocol === 'http:' && (isOwn || this.simulated !== null))
        ? text.replace(/\/+$/, '')
        : undefined;
    });
  }

  /** Call it when all settings are read. @throws SettingsFault */
  refuse(): void {
    const set = new Set(this.settings.map(({ name }) => name));
    const strangers = [...this.values.keys()].filter((name) => !set.has(name));
    const problems = [
      ...this.#problems,
      ...strangers.map((name) => `${name}: there is no such setting`),
    ];
    if (problems.length > 0) throw new SettingsFault(problems);
  }
}
