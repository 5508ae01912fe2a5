import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { z } from 'zod';
import {
  defaultPolicies,
  maxTolerance,
  policyChoices,
  type Policies,
  type PolicyName,
} from '../../domain/policies.js';
import { oneOf, reply } from '../../http/reply.js';

/** The policies on money that does not fit, as requests name them and replies show them. */

const choiceDescriptions: Readonly<Record<PolicyName, string>> = {
  underpaid:
    'Less than the amount due. HOLD_TOP_UP: wait for the rest. ACCEPT: it counts as paid. REFUND_NOW: refund it.',
  overpaid:
    'More than the amount due. REFUND_EXCESS: refund what is too much. KEEP: you keep it. REFUND_ALL: refund all of it.',
  late: 'Sent after the end. REFUND: refund it. ACCEPT_LATE: it counts as payment. HOLD: an operator decides.',
  duplicate: 'A second payment for a paid order. REFUND: refund it. KEEP_AS_CREDIT: you keep it.',
  onAccountExpiry:
    'When an account expires unpaid. REISSUE: the customer can try again. EXPIRE: the checkout expires.',
  refundFeeBearer: 'Who pays the stamp duty on refunds.',
};
const toleranceDescription =
  'How much too little or too much still fits, in kobo. At most 1 % of the amount due counts.';
const choiceNames = Object.keys(policyChoices) as PolicyName[];

type PoliciesGiven = { [Name in keyof Policies]?: Policies[Name] | null };

/** In a request a field that is left out, or null, is not given. */
export class PolicyChanges implements PoliciesGiven {
  underpaid?: Policies['underpaid'] | null;
  overpaid?: Policies['overpaid'] | null;
  late?: Policies['late'] | null;
  duplicate?: Policies['duplicate'] | null;
  onAccountExpiry?: Policies['onAccountExpiry'] | null;
  refundFeeBearer?: Policies['refundFeeBearer'] | null;
  tolerance?: number | null;
}

// The fields are made from the one table of names and choices, so that the class cannot lag behind the table.
for (const name of choiceNames) {
  const choices = [...policyChoices[name]];
  const description = choiceDescriptions[name];
  applyDecorators(
    ApiPropertyOptional({ description, enum: choices }),
    IsOptional(),
    IsIn(choices, { message: `${name} must be one of ${choices.join(', ')}` }),
  )(PolicyChanges.prototype, name);
}
const toleranceSchema = {
  description: toleranceDescription,
  type: 'integer',
  minimum: 0,
  maximum: maxTolerance,
  example: defaultPolicies.tolerance,
} as const;
applyDecorators(
  ApiPropertyOptional(toleranceSchema),
  IsOptional(),
  IsInt({ message: 'tolerance must be a whole number of kobo' }),
  Min(0),
  Max(maxTolerance),
)(PolicyChanges.prototype, 'tolerance');

/** A reply names all policies. */
export const PoliciesView = reply('PoliciesView', {
  underpaid: chosen('underpaid'),
  overpaid: chosen('overpaid'),
  late: chosen('late'),
  duplicate: chosen('duplicate'),
  onAccountExpiry: chosen('onAccountExpiry'),
  refundFeeBearer: chosen('refundFeeBearer'),
  tolerance: z
    .int()
    .min(0)
    .max(maxTolerance)
    .meta({ description: toleranceDescription, example: defaultPolicies.tolerance }),
});
export type PoliciesView = z.infer<typeof PoliciesView>;

function chosen<const Name extends PolicyName>(name: Name) {
  return oneOf(policyChoices[name], choiceDescriptions[name], defaultPolicies[name]);
}

/** Returns the policies that a request gives, without those that it leaves out or has as null. */
export function policiesGiven(changes: PolicyChanges | null | undefined): Partial<Policies> {
  const given = Object.entries(changes ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(given) as Partial<Policies>;
}
