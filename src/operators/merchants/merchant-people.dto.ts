import { z } from 'zod';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { listReply } from '../../http/paging.js';
import { oneOf, reply, text, time, whole } from '../../http/reply.js';

export class InviteOwnerRequest {
  @ApiProperty({ description: 'Name of the person.', example: 'Ngozi Obi', maxLength: 100 })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name!: string;

  @ApiProperty({
    description: 'The link goes to this address, and the person signs in with it.',
    example: 'ngozi@shop.example',
    format: 'email',
    maxLength: 254,
  })
  @IsEmail()
  @MaxLength(254)
  email!: string;
}

export const InvitedOwnerView = reply('InvitedOwnerView', {
  personId: text('Id of the person.', 'psn_01KA0000000000000000000000'),
  link: text(
    'Where the person signs up, once. Null: the link goes by e-mail, and only the person has it.',
    'http://localhost:3030/invitation/x',
  ).nullable(),
});
export type InvitedOwnerView = z.infer<typeof InvitedOwnerView>;

export const MerchantPersonView = reply('MerchantPersonView', {
  personId: text('Id of the person.', 'psn_01KA0000000000000000000000'),
  name: text('Name of the person.', 'Ngozi Obi'),
  email: text('The address that the person signs in with.', 'ngozi@shop.example'),
  role: text('The role, or the name of the merchant’s own role.', 'owner'),
  status: oneOf(
    ['INVITED', 'ACTIVE', 'NO_SECOND_FACTOR'],
    'INVITED: has not signed up. NO_SECOND_FACTOR: sets one at the next sign-in.',
  ),
  passkeys: whole('Number of passkeys.', 1),
  lastSeenAt: time(
    'When the person was at the portal last.',
    '2026-11-20T14:12:33.000Z',
  ).nullable(),
});
export type MerchantPersonView = z.infer<typeof MerchantPersonView>;

export const MerchantPeopleView = listReply(
  'MerchantPeopleView',
  MerchantPersonView,
  'The people of the merchant.',
);
export type MerchantPeopleView = z.infer<typeof MerchantPeopleView>;
