import { chmodSync, chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyPurpose, keyVariables } from '../config/key-set.js';
import { KeyText } from './key-text.js';

/** The folder MANILLA_SECRETS_DIR, which all programs read. */
export class KeyFiles {
  constructor(private readonly folder: string) {}

  /** Reads the key set. Hooks without keys of their own have those of the seal. @throws the error of the file system */
  read(name: KeyPurpose): KeyText {
    try {
      return this.#readFile(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && name === 'hooks') return KeyText.read(name, this.#textOf('seal'));
      throw error;
    }
  }

  /**
   * Writes the whole file or nothing. Owner and mode stay those of the file that is replaced, because the programs may run as
   * another user than whoever writes it; the first file of hooks has those of the seal.
   *
   * @throws the error of the file system
   */
  write(name: KeyPurpose, { text }: KeyText): void {
    const path = this.#path(name);
    const former = statSync(path, { throwIfNoEntry: false }) ?? statSync(this.#path('seal'));
    const fresh = `${path}.new`;
    writeFileSync(fresh, text, { mode: 0o600 });
    const { uid, gid } = statSync(fresh);
    if (uid !== former.uid || gid !== former.gid) chownSync(fresh, former.uid, former.gid);
    chmodSync(fresh, former.mode);
    renameSync(fresh, path);
  }

  #readFile(name: KeyPurpose): KeyText {
    return KeyText.read(name, this.#textOf(name));
  }

  #textOf(name: KeyPurpose): string {
    return readFileSync(this.#path(name), 'utf8').trim();
  }

  #path(name: KeyPurpose): string {
    return join(this.folder, keyVariables[name]);
  }
}
