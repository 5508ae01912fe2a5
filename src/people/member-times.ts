/** After this a person signs in again, whatever the person does meanwhile; an hour without a page ends a session earlier. */
export const memberSessionMs = 12 * 3_600_000;
/** For as long somebody who has proven to be the person need not do so again. */
export const freshMs = 10 * 60_000;
