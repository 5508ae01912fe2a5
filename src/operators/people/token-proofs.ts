import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import type { Operator } from './operator.store.js';
import type { SignIns } from '../../people/sign-ins.js';

/** The time for which a token may change operators. */
const provenForMs = 10 * 60_000;

/** People show that it is they who hold their token: whoever has stolen one cannot change who operates. */
export class TokenProofs {
  constructor(
    private readonly doors: {
      prove(by: Actor, tokenId: string, forMs: number): Promise<boolean>;
    },
    private readonly signIns: Pick<SignIns, 'prove'>,
  ) {}

  /**
   * Answers until when the token may change operators. A wrong try counts like one at a sign-in.
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
