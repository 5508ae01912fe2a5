import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { disputeDocumentTypes, type DisputeDocumentType } from '../../domain/card-rail.port.js';
import {
  NotInFuture,
  OptionalTextField,
  OptionalTimeField,
  Rule,
  TextField,
} from '../../http/fields.js';
import { isHttpsUrl } from '../../http/page-address.js';

const maxDocuments = 10;
const longestUrl = 2_048;

/** A document that the card acquirer fetches, or a file. */
export class DisputeDocument {
  @ApiProperty({
    description: 'What the document shows.',
    enum: disputeDocumentTypes,
    example: 'PROOF_OF_DELIVERY',
  })
  @IsIn(disputeDocumentTypes, {
    message: `type must be one of ${disputeDocumentTypes.join(', ')}`,
  })
  type!: DisputeDocumentType;

  @ApiPropertyOptional({
    description:
      'Where the card acquirer can fetch the document until the dispute is decided. Send either `url` or `fileId`.',
    type: 'string',
    format: 'uri',
    minLength: 1,
    maxLength: longestUrl,
    example: 'https://shop.example.ng/proofs/ORD-1001.pdf',
  })
  @Rule('isUrl', 'must be an https URL, and is not sent beside fileId', isUrlAlone)
  url?: string | null;

  @ApiPropertyOptional({
    description: 'A file that you have uploaded for this dispute.',
    type: 'string',
    pattern: idPattern('fil').source,
    // An example of a document has an address.
    example: null,
  })
  @IsOptional()
  @IsString()
  @Matches(idPattern('fil'), { message: 'fileId must be the id of a file' })
  fileId?: string | null;
}

/** Exactly one of `url` and `fileId` says where the document is. */
function isUrlAlone(url: unknown, sent: object): boolean {
  const { fileId } = sent as DisputeDocument;
  if (fileId !== undefined && fileId !== null) return url === undefined || url === null;
  return typeof url === 'string' && url.length <= longestUrl && isHttpsUrl(url);
}

export class DisputeEvidenceRequest {
  @TextField(
    { max: 4_000, form: 'LINES' },
    {
      description: 'Why the payment is right, in your words.',
      example: 'The customer received the shoes on 18 November and signed for them.',
    },
  )
  explanation!: string;

  @OptionalTimeField(
    'Time at which the customer received the goods or the service. It must not lie in the future.',
    '2026-11-18T10:30:00Z',
  )
  @NotInFuture()
  deliveredAt?: string | null;

  @OptionalTextField(
    { max: 100 },
    { description: 'Number under which the delivery can be traced.', example: 'GIG-1029384756' },
  )
  deliveryReference?: string | null;

  @ApiPropertyOptional({
    description: 'Documents that prove what you say.',
    type: [DisputeDocument],
    maxItems: maxDocuments,
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxDocuments)
  @ValidateNested({ each: true })
  @Type(() => DisputeDocument)
  documents?: DisputeDocument[] | null;
}
