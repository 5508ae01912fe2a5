/**
 * How long a settlement that somebody waits for may take: some 30 us for each transaction that has not been paid out, which a
 * busy merchant may have hundreds of thousands of.
 */
export const onDemandTimeoutMs = 20_000;
