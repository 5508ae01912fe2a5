/** Of a checkout that is paid in part. Decimal strings of minor units. */
export interface PartPaid {
  readonly paidMinor: string;
  readonly dueMinor: string;
}
