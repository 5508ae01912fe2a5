import { MetadataField, OptionalAmountField, OptionalTextField } from '../../http/fields.js';
import { type OrderLine, OrderLinesField } from './initiate.dto.js';

/** What is left out stays as it is. */
export class ChangeCheckoutRequest {
  @OptionalAmountField('New amount of the order, in kobo.')
  amount?: number | null;

  @OrderLinesField('New lines of the order, in place of all that it had.')
  items?: OrderLine[] | null;

  @OptionalTextField(
    { max: 255 },
    { description: 'What the payment is for.', example: 'Three pairs of shoes' },
  )
  description?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;
}
