import { OptionalTextField } from '../../http/fields.js';

export class CancelRequest {
  static readonly body = 'optional';

  @OptionalTextField({ max: 100 }, { description: 'Why, in your own words. It changes nothing.' })
  reason?: string | null;
}
