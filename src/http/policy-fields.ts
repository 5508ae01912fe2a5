import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  defaultPolicies,
  maxTolerance,
  policyChoices,
  type Policies,
  type PolicyName,
} from '../domain/policies.js';

/** The policies on money that does not fit, as requests name them and replies show them. */

const choiceDescriptions: Readonly<Record<PolicyName, string>> = {
  underpaid: 'Less than is due: wait for the rest, take it as the payment, or send it back.',
  overpaid: 'More than is due: send back what is too much, keep it, or send all of it back.',
  late: "Sent after the account's time: send it back, take it as the payment, or ask an operator.",
  duplicate: 'A second payment of what is paid: send it back, or keep it for you.',
  onAccountExpiry: 'Whether an unpaid account window lets the payer try again.',
  refundFeeBearer: 'Who pays the duty on what is sent back.',
};
const toleranceDescription =
  'Kobo that may be missing or too much; counts for at most 1 % of what is due.';
const choiceNames = Object.keys(policyChoices) as PolicyName[];

type PoliciesGiven = { [Name in keyof Policies]?: Policies[Name] | null };

/** In a request: what is left out, or null, is not given. */
export class PolicyChanges implements PoliciesGiven {
  underpaid?: Policies['underpaid'] | null;
  overpaid?: Policies['overpaid'] | null;
  late?: Policies['late'] | null;
  duplicate?: Policies['duplicate'] | null;
  onAccountExpiry?: Policies['onAccountExpiry'] | null;
  refundFeeBearer?: Policies['refundFeeBearer'] | null;
  tolerance?: number | null;
}

/** In a reply: all of them. */
export class PoliciesView implements Policies {
  underpaid!: Policies['underpaid'];
  overpaid!: Policies['overpaid'];
  late!: Policies['late'];
  duplicate!: Policies['duplicate'];
  onAccountExpiry!: Policies['onAccountExpiry'];
  refundFeeBearer!: Policies['refundFeeBearer'];
  tolerance!: number;
}

// From the one table of names and choices, so that neither class can lag behind it.
for (const name of choiceNames) {
  const choices = [...policyChoices[name]];
  const description = choiceDescriptions[name];
  applyDecorators(
    ApiPropertyOptional({ description, enum: choices }),
    IsOptional(),
    IsIn(choices, { message: `${name} must be one of ${choices.join(', ')}` }),
  )(PolicyChanges.prototype, name);
  ApiProperty({ description, enum: choices, example: defaultPolicies[name] })(
    PoliciesView.prototype,
    name,
  );
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
ApiProperty(toleranceSchema)(PoliciesView.prototype, 'tolerance');

/** The policies a request gives, those it leaves out or has null left out. */
export function policiesGiven(changes: PolicyChanges | null | undefined): Partial<Policies> {
  const given = Object.entries(changes ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(given) as Partial<Policies>;
}
