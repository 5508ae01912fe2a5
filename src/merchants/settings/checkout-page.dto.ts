import { z } from 'zod';
import { reply, text, link, listOf, whole } from '../../http/reply.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  AccentColorField,
  OptionalEmailField,
  OptionalPhoneField,
  OptionalTextField,
  Rule,
} from '../../http/fields.js';
import { isPageOrigin } from '../../http/page-address.js';
import { logoLimits } from './logo-image.js';
import { PictureField } from './picture-field.js';

const mostOrigins = 10;

export class CheckoutPageRequest {
  @AccentColorField()
  accentColor?: string | null;

  @ApiPropertyOptional({
    description: 'Sites that may show your pages in a frame.',
    type: [String],
    maxItems: mostOrigins,
    uniqueItems: true,
    example: ['https://shop.example.ng'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(mostOrigins)
  @ArrayUnique()
  @Rule(
    'isUrl',
    'must be https origins, without a path; in the sandbox also http://localhost',
    areOrigins,
  )
  embedOrigins?: string[] | null;

  @OptionalEmailField(
    'E-mail address at which your customers ask. Shown on your pages and receipts.',
  )
  supportEmail?: string | null;

  @OptionalPhoneField('Phone number at which your customers ask. Shown on your pages and receipts.')
  supportPhone?: string | null;

  @OptionalTextField(
    { min: 1, max: 200 },
    { description: 'Your postal address. Shown on receipts.', example: '12 Marina, Lagos' },
  )
  address?: string | null;

  @ApiPropertyOptional({
    description:
      'Seconds after which a page that has ended goes back to `redirectUrl` by itself. The customer can stop it. Without it, the customer presses a link.',
    type: 'integer',
    minimum: 3,
    maximum: 60,
    example: 5,
  })
  @IsOptional()
  @IsInt({ message: 'returnAfterSeconds must be a whole number' })
  @Min(3, { message: 'returnAfterSeconds must be at least 3' })
  @Max(60, { message: 'returnAfterSeconds must be at most 60' })
  returnAfterSeconds?: number | null;
}

export class LogoRequest {
  @PictureField(logoLimits.mostSide)
  image!: string;
}

/** The look of your pages. */
export const CheckoutPageView = reply('CheckoutPageView', {
  accentColor: text('Colour of the buttons. Null: that of Manilla.', '#0b5d3b').nullable(),
  embedOrigins: listOf(text(), 'Sites that may show your pages in a frame.', [
    'https://shop.example.ng',
  ]),
  supportEmail: text('E-mail address at which your customers ask.', null).nullable(),
  supportPhone: text('Phone number at which your customers ask.', null).nullable(),
  address: text('Your postal address, for receipts.', null).nullable(),
  returnAfterSeconds: whole(
    'Seconds after which a page that has ended goes back.',
    null,
  ).nullable(),
  logoUrl: link('Address of your logo. Null without one.', null).nullable(),
});
export type CheckoutPageView = z.infer<typeof CheckoutPageView>;

function areOrigins(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPageOrigin);
}
