/** The headers of an attempt. The number of the attempt is a header, so that the body stays the same bytes at every attempt. */
export function webhookHeaders<Signatures extends object>(attempt: number, signatures: Signatures) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'manilla-webhooks/1',
    'webhook-attempt': String(attempt),
    ...signatures,
  };
}
