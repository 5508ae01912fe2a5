import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import type { Operator } from './operator.store.js';
import type { SignIns } from '../../people/sign-ins.js';

/** How long a token may change operators after its proof. */
const provenForMs = 10 * 60_000;

/** Lets people prove that they hold their token themselves, so that a stolen token cannot change operators. */
export class TokenProofs {
  constructor(
    private readonly doors: {
      prove(by: Actor, tokenId: string, forMs: number): Promise<boolean>;
    },
    private readonly signIns: Pick<SignIns, 'prove'>,
  ) {}

  /**
   * Returns the time until which the token may change operators. A wrong attempt counts like a failed sign-in.
   *
   * @throws ApiError DECISION_REFUSED, INVALID_CREDENTIALS, RATE_LIMITED, TOKEN_INVALID
   */
  async prove(
    by: Actor,
    { operatorId, name, kind, doorId }: Operator,
    typed: { readonly password: string; readonly code: string },
    address: string,
  ): Promise<Date> {
    if (kind === 'MACHINE') {
      throw new ApiError('DECISION_REFUSED', { message: 'A machine user has no password.' });
    }
    await this.signIns.prove(operatorId, { ...typed, login: name }, { address });
    const provenUntil = new Date(Date.now() + provenForMs);
    if (await this.doors.prove(by, doorId, provenForMs)) return provenUntil;
    throw new ApiError('TOKEN_INVALID');
  }
}
