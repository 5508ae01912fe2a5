/** A program does not start, for a reason that its operator can put right: the message says all there is to know. */
export class RefusesToStart extends Error {}
