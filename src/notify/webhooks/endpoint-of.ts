/** One endpoint of a merchant, by its number: 1 is that of Set Notification URL. */
export interface EndpointOf {
  readonly merchantId: string;
  readonly endpoint: number;
}
