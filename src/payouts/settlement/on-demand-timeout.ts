/**
 * The longest that a settlement may take while somebody waits for it. Each transaction that has not been paid out takes
 * some 30 us, and a busy merchant may have hundreds of thousands of them.
 */
export const onDemandTimeoutMs = 20_000;
