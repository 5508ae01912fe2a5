import type { Reason } from '../domain/result-code.js';

/** The rule that a field broke: stable names that programs may switch on. */
export type FieldRule =
  | 'required'
  | 'type'
  | 'integer'
  | 'min'
  | 'max'
  | 'length'
  | 'pattern'
  | 'email'
  | 'url'
  | 'date'
  | 'oneOf'
  | 'unique'
  | 'count'
  | 'pan'
  | 'text'
  | 'duplicate'
  | 'depth'
  /** Nothing has this name. */
  | 'known'
  /** The thing that the field names is not in a state that allows the request. */
  | 'state'
  | 'unknown';

/** Our names for class-validator's constraints, in the order in which they are reported: the most basic first. */
export const ruleOfConstraint = {
  whitelistValidation: 'unknown',
  isDefined: 'required',
  isString: 'type',
  isArray: 'type',
  isObject: 'type',
  isBoolean: 'type',
  nestedValidation: 'type',
  isNumber: 'type',
  isInt: 'integer',
  arrayMinSize: 'count',
  arrayMaxSize: 'count',
  maxProperties: 'count',
  minLength: 'length',
  maxLength: 'length',
  isLength: 'length',
  isEmail: 'email',
  isUrl: 'url',
  isFree: 'url',
  isRfc3339: 'date',
  isFuture: 'date',
  isPast: 'date',
  min: 'min',
  max: 'max',
  isPan: 'pan',
  isIn: 'oneOf',
  isChannel: 'oneOf',
  arrayUnique: 'unique',
  isAlone: 'unique',
  matches: 'pattern',
  isText: 'text',
  isMetadata: 'text',
  isBase64: 'text',
} as const satisfies Readonly<Record<string, FieldRule>>;
export type ConstraintName = keyof typeof ruleOfConstraint;

/** A broken rule of a field. The message never repeats the value. */
export interface FieldError {
  /** Dotted path, such as `source.bankCode`; empty for the body as a whole. */
  readonly field: string;
  readonly rule: FieldRule;
  readonly message: string;
}

const amountReasons: Partial<Record<FieldRule, Reason>> = {
  type: 'AMOUNT_NOT_INTEGER',
  integer: 'AMOUNT_NOT_INTEGER',
  min: 'AMOUNT_OUT_OF_RANGE',
  max: 'AMOUNT_OUT_OF_RANGE',
};
const channelReasons: Partial<Record<FieldRule, Reason>> = { oneOf: 'INVALID_CHANNEL' };

/** Fields whose faults have a reason of their own. */
export const reasonsByField: Readonly<Record<string, Partial<Record<FieldRule, Reason>>>> = {
  amount: amountReasons,
  channels: channelReasons,
  paymentChannel: channelReasons,
};

/** The most precise reason that is true of all errors. */
export function reasonOf(errors: readonly FieldError[]): Reason {
  if (errors.some(({ rule }) => rule === 'pan')) return 'PAN_NOT_ACCEPTED';
  const reasons = new Set(errors.map(reasonOfOne));
  const [only] = reasons;
  return reasons.size === 1 && only !== undefined ? only : 'VALIDATION_FAILED';
}

function reasonOfOne({ field, rule }: FieldError): Reason {
  if (rule === 'unknown') return 'UNKNOWN_FIELD';
  return reasonsByField[field]?.[rule] ?? 'VALIDATION_FAILED';
}
