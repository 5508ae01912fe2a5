import { OptionalTextField } from '../../http/fields.js';

export class CancelRequest {
  static readonly body = 'optional';

  @OptionalTextField(
    { max: 100 },
    { description: 'Why you cancel it, for your records.', example: 'Sold out' },
  )
  reason?: string | null;
}
