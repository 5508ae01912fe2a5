import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../http/api-error.js';

const derive = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;

/** OWASP's least cost for argon2id: 19 MiB and two passes, about 25 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
/** Maximum number of hashes that run at the same time. Each takes 19 MiB. */
const atOnce = 2;
/** Maximum number of hashes that wait. A longer queue comes from a flood of sign-ins, not from people. */
const waitAtMost = 40;
const base64 = '[A-Za-z0-9+/]+';
const storedPattern = new RegExp(
  `^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$(${base64})\\$(${base64})$`,
);

export const shortestPassword = 12;
export const longestPassword = 128;

/** Takes the place of the hash that somebody without a password lacks. It is the hash of no password. */
const decoy = phcOf(randomBytes(16), randomBytes(tagLength));

/** Hashes and checks passwords, a few at once so that a flood of sign-ins does not eat the memory. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Returns the PHC string that is kept. @throws ApiError RATE_LIMITED when too many wait */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return phcOf(salt, await this.#derive(password, salt, cost));
  }

  /**
   * Tells whether the password is the one of this hash. A null hash, of somebody without a password, takes as long, and
   * no password fits.
   *
   * @throws ApiError RATE_LIMITED when too many wait
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] =
      storedPattern.exec(stored ?? decoy) ?? [];
    if (memory === undefined) throw new Error('a password is kept in a form that is not known');
    const wanted = Buffer.from(tag, 'base64');
    const found = await this.#derive(password, Buffer.from(salt, 'base64'), {
      ...{ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    });
    return found.length === wanted.length && timingSafeEqual(found, wanted) && stored !== null;
  }

  async #derive(
    password: string,
    nonce: Buffer,
    parameters: { memory: number; passes: number; parallelism: number },
  ): Promise<Buffer> {
    await this.#turn();
    try {
      const message = password.normalize('NFKC');
      return await derive('argon2id', { message, nonce, tagLength, ...parameters });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#waiting.length >= waitAtMost) {
      throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': '2' } });
    }
    if (this.#running < atOnce) this.#running += 1;
    // Wait for a slot. A caller that ends passes its slot to the first waiter without lowering #running, so that a new
    // caller cannot take the same slot.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/**
 * Refuses a weak password. Length alone makes a password strong (NIST SP 800-63B); the second factor makes up for one
 * that leaked.
 *
 * @param field the form's name of the password
 * @throws ApiError VALIDATION_FAILED
 */
export function refuseWeak(
  password: string,
  again: string,
  name: string,
  field: 'password' | 'newPassword' = 'password',
): void {
  if (password.length < shortestPassword) {
    throw wrongField(field, `must have at least ${shortestPassword} characters`);
  }
  if (password.length > longestPassword) {
    throw wrongField(field, `must have at most ${longestPassword} characters`);
  }
  const isPoor = new Set(password).size < 5 || password.toLowerCase().includes(name.toLowerCase());
  if (isPoor) throw wrongField(field, 'must have five different characters and not hold your name');
  if (password !== again) throw wrongField('again', 'must be the same password');
}

/** A field of a form that its own rule refuses. */
export function wrongField(field: string, what: string): ApiError {
  const message = `${field} ${what}`;
  const errors = [{ field, rule: 'text' as const, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

function phcOf(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  const settings = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${settings}$${plain(salt)}$${plain(tag)}`;
}

/** Base64 without its filling, as PHC strings have it. */
function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
