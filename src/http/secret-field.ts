const secretKey = Symbol('secret');

/**
 * Marks a field that holds a secret. It may have a card number's digits: a password's digits are often random, and its
 * owner must be able to type it wherever it is asked for. Only its hash or its sealed form is stored.
 */
export function Secret(): PropertyDecorator {
  return Reflect.metadata(secretKey, true) as PropertyDecorator;
}

/** Tells whether this field of the DTO holds a secret. */
export function isSecretField(dto: object, field: string): boolean {
  return Reflect.hasMetadata(secretKey, dto, field);
}
