import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Actor } from '../domain/actor.js';
import { ApiError } from '../http/api-error.js';
import { wrongField } from './passwords.js';
import type { KnownPasskey, ListedPasskey, PgPasskeys } from './passkey.store.js';
import type { From, SignIns } from './sign-ins.js';

/** The library is loaded when a passkey is first used: no other program needs it, and most requests do not. */
const library = () => import('@simplewebauthn/server');

/** The time is long enough for a person to find the phone and look into its camera. */
const askedForMs = 5 * 60_000;
const longestLabel = 60;

/** The site that passkeys belong to. */
export interface PasskeyPlace {
  /** The relying party's id: the portal's host, or a domain above it. */
  readonly domain: string;
  /** The origin of the portal's pages: a signature for another page is refused. */
  readonly origin: string;
}

/** Merchants' people sign in, and prove to be the person, with a passkey instead of a password and a code. */
export class Passkeys {
  constructor(
    private readonly store: PgPasskeys,
    private readonly signIns: Pick<SignIns, 'open' | 'unlessFlood'>,
    private readonly place: PasskeyPlace,
  ) {}

  list(personId: string): Promise<readonly ListedPasskey[]> {
    return this.store.list(personId);
  }

  /** Returns the options, as JSON, that the browser passes to the person's device to make a passkey. */
  async askForNew(person: {
    readonly personId: string;
    readonly name: string;
    readonly email: string;
  }): Promise<string> {
    const known = await this.store.list(person.personId);
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      ...{ rpName: 'Manilla', rpID: this.place.domain },
      ...{ userName: person.email, userDisplayName: person.name },
      userID: new TextEncoder().encode(person.personId),
      excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
      // The device finds the passkey without a name, and asks for a finger, a face or a PIN: two factors in one.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.store.ask(options.challenge, person.personId, askedForMs);
    return JSON.stringify(options);
  }

  /** @throws ApiError VALIDATION_FAILED, DECISION_REFUSED */
  async add(by: Actor, personId: string, label: string, reply: string): Promise<void> {
    const response = parsed<RegistrationResponseJSON>(reply);
    const { verifyRegistrationResponse } = await library();
    const verified = await orUndefined(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.store.wasAsked(challenge, personId),
        expectedOrigin: this.place.origin,
        expectedRPID: this.place.domain,
        requireUserVerification: true,
      }),
    );
    if (verified === undefined || !verified.verified) throw notOurs();
    const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
    const isAdded = await this.store.add(by, {
      ...{ personId, credentialId, counter, publicKey: Buffer.from(publicKey) },
      label: label.trim().slice(0, longestLabel) || 'Passkey',
    });
    if (isAdded) return;
    throw new ApiError('DECISION_REFUSED', {
      message: 'This device is known already, or you have ten passkeys.',
    });
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async end(by: Actor, personId: string, passkeyId: string): Promise<void> {
    const isEnded = await this.store.end(by, personId, passkeyId);
    if (!isEnded) throw new ApiError('RESOURCE_NOT_FOUND');
  }

  /**
   * Returns the options, as JSON, that the browser passes to the person's device to sign.
   *
   * @param personId the person who is signed in and proves to be that person; null: anybody who signs in
   */
  async ask(personId: string | null): Promise<string> {
    const own = personId === null ? [] : await this.store.list(personId);
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.place.domain,
      userVerification: 'required',
      ...(own.length > 0 && { allowCredentials: own.map(({ credentialId: id }) => ({ id })) }),
    });
    await this.store.ask(options.challenge, personId, askedForMs);
    return JSON.stringify(options);
  }

  /** Signs a person in, and returns the secret of a session. @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED */
  signIn(reply: string, from: From): Promise<string> {
    return this.signIns.unlessFlood(from, async () => {
      const passkey = await this.#judge(reply, null);
      return this.signIns.open(passkey, from, 'PASSKEY');
    });
  }

  /** Lets somebody who is signed in prove to be the person. @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED */
  async prove(personId: string, reply: string, from: Pick<From, 'address'>): Promise<void> {
    await this.signIns.unlessFlood(from, () => this.#judge(reply, personId));
  }

  async #judge(reply: string, personId: string | null): Promise<KnownPasskey> {
    const response = parsed<AuthenticationResponseJSON>(reply);
    const id: unknown = response.id;
    const passkey = isBase64Url(id) ? await this.store.byCredential(id) : undefined;
    if (passkey === undefined || (personId !== null && passkey.personId !== personId)) {
      throw notOurs();
    }
    const { verifyAuthenticationResponse } = await library();
    const verified = await orUndefined(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => this.store.wasAsked(challenge, personId),
        expectedOrigin: this.place.origin,
        expectedRPID: this.place.domain,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
        },
      }),
    );
    const isGood =
      verified?.verified === true &&
      (await this.store.use(passkey.passkeyId, verified.authenticationInfo.newCounter));
    if (!isGood) throw notOurs();
    return passkey;
  }
}

function notOurs(): ApiError {
  return new ApiError('INVALID_CREDENTIALS', {
    message: 'The passkey was not accepted. Try again, or sign in with your password.',
  });
}

/** @throws ApiError VALIDATION_FAILED */
function isBase64Url(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]+$/.test(id);
}

function parsed<Reply>(reply: string): Reply {
  try {
    const found: unknown = JSON.parse(reply);
    if (typeof found === 'object' && found !== null) return found as Reply;
  } catch {
    // the error is thrown below
  }
  throw wrongField('passkey', 'was not sent by the browser');
}

/** Undefined when the library throws, as it does for a reply that is no reply of a passkey. */
async function orUndefined<Result>(judge: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await judge();
  } catch {
    return undefined;
  }
}
