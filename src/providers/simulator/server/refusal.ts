/** A call that the simulator itself cannot follow: not a misbehaviour, but a mistake of the caller's. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
