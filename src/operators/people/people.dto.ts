import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { shownOnce } from '../../http/shown-once.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { Rule, TextField } from '../../http/fields.js';
import { listReply } from '../../http/paging.js';
import { PatternQuery } from '../../http/query-fields.js';
import { isOperatorName, operatorNameRule } from './operator-name.js';
import { type Role, roles } from './permissions.js';

const kinds = ['PERSON', 'MACHINE'] as const;
const statuses = ['INVITED', 'ACTIVE', 'NO_SECOND_FACTOR', 'DISABLED'] as const;
const roleMessage = `role must be one of ${roles.join(', ')}`;
const isName = (value: unknown): boolean => typeof value === 'string' && isOperatorName(value);

const idOf = (what: string, prefix: 'opr' | 'ose' | 'otk') =>
  ({
    description: `Id of the ${what}.`,
    type: 'string',
    pattern: idPattern(prefix).source,
    example: `${prefix}_01KA0000000000000000000000`,
  }) as const;
const roleField = { description: 'What the operator may do.', enum: roles, example: 'operations' };

export class OperatorParameters {
  @ApiProperty(idOf('operator', 'opr'))
  @Matches(idPattern('opr'), { message: 'operatorId must be the id of an operator' })
  operatorId!: string;
}

export class SessionParameters {
  @ApiProperty(idOf('session', 'ose'))
  @Matches(idPattern('ose'), { message: 'sessionId must be the id of a session' })
  sessionId!: string;
}

export class TokenParameters {
  @ApiProperty(idOf('token', 'otk'))
  @Matches(idPattern('otk'), { message: 'tokenId must be the id of a token' })
  tokenId!: string;
}

export class OperatorQuery {
  @PatternQuery(/^[^\p{Cc}]{1,100}$/u, 'must be the name of an operator', {
    description: 'Name of the operator. Without it, your own.',
    pattern: '^.{1,100}$',
    example: 'Ada Obi',
  })
  operator?: string;
}

export class NewOperatorRequest {
  @TextField({ max: 100 }, { description: 'The name that histories show.', example: 'Ada Obi' })
  @Rule('matches', operatorNameRule, isName)
  name!: string;

  @ApiProperty(roleField)
  @IsIn(roles, { message: roleMessage })
  role!: Role;

  @ApiPropertyOptional({
    description: 'PERSON, unless you say otherwise: gets a link to sign up. MACHINE: has tokens.',
    enum: kinds,
    example: 'PERSON',
  })
  @IsOptional()
  @IsIn(kinds, { message: 'kind must be PERSON or MACHINE' })
  kind?: (typeof kinds)[number];
}

export class WhyRequest {
  @TextField(
    { max: 500, form: 'LINES' },
    { description: 'Why, for the audit.', example: 'Left the company.' },
  )
  @Rule('isText', 'must say why', (value) => typeof value === 'string' && value.trim() !== '')
  reason!: string;
}

export class ProofRequest {
  @TextField(
    { max: 128, form: 'SECRET' },
    { description: 'Your password.', example: 'rain on tin' },
  )
  password!: string;

  @TextField(
    { max: 40 },
    { description: 'Of your authenticator app, or a recovery code.', example: '123456' },
  )
  code!: string;
}

const shownId = (what: string, prefix: 'opr' | 'ose' | 'otk') => {
  const { description, example } = idOf(what, prefix);
  return z.string().regex(idPattern(prefix)).meta({ description, example });
};
const role = oneOf(roles, roleField.description, roleField.example);

export const ProvenView = reply('ProvenView', {
  provenUntil: time('Until when your token may change operators.', '2026-11-20T14:22:33.000Z'),
});
export type ProvenView = z.infer<typeof ProvenView>;

export class OwnPasswordRequest {
  @TextField(
    { max: 128, form: 'SECRET' },
    { description: 'The password of until now.', example: 'rain on tin' },
  )
  password!: string;

  @TextField(
    { max: 128, form: 'SECRET' },
    { description: 'The new one, of at least 12 characters.', example: 'harmattan on a red road' },
  )
  newPassword!: string;

  @TextField(
    { max: 40 },
    { description: 'Of your authenticator app, or a recovery code.', example: '123456' },
  )
  code!: string;
}

export class RoleRequest extends WhyRequest {
  @ApiProperty(roleField)
  @IsIn(roles, { message: roleMessage })
  role!: Role;
}

export class NewTokenRequest {
  @ApiProperty({ ...idOf('machine user whose token it is', 'opr') })
  @Matches(idPattern('opr'), { message: 'operatorId must be the id of an operator' })
  operatorId!: string;

  @TextField({ max: 60 }, { description: 'What it is for.', example: 'nightly export' })
  label!: string;

  @ApiPropertyOptional({
    description: 'The token may do no more than this role. Without it, what its operator may.',
    enum: roles,
    example: 'viewer',
  })
  @IsOptional()
  @IsIn(roles, { message: roleMessage })
  role?: Role;

  @ApiProperty({
    description: 'In how many days it ends.',
    type: 'integer',
    minimum: 1,
    maximum: 366,
    example: 90,
  })
  @IsInt({ message: 'days must be a whole number' })
  @Min(1)
  @Max(366)
  days!: number;
}

export const MeView = reply('MeView', {
  operatorId: shownId('operator', 'opr'),
  name: text('Your name.', 'Ada Obi'),
  role,
  permissions: listOf(text(), 'What you may do with this token.', ['cases:read']),
});
export type MeView = z.infer<typeof MeView>;

export const OperatorView = reply('OperatorView', {
  operatorId: shownId('operator', 'opr'),
  name: text('The name that histories show.', 'Ada Obi'),
  role,
  kind: oneOf(kinds, 'Whether it is a person.', 'PERSON'),
  status: oneOf(
    statuses,
    'INVITED: has not signed up. NO_SECOND_FACTOR: can do nothing but set one. DISABLED: can do nothing.',
    'ACTIVE',
  ),
  linkEndsAt: time(
    'When the link ends that waits to be used. Null: there is none.',
    '2026-11-20T14:12:33.000Z',
  ).nullable(),
  recoveryCodesLeft: whole('Number of recovery codes that are left.', 10),
  lastSeenAt: time(
    'When the operator was seen last, to a minute.',
    '2026-11-20T14:12:33.000Z',
  ).nullable(),
  standsFor: text(
    'The operator who has let this one in alone, or stands behind who did. The two count as one person where two must decide. Null: nobody, or another administrator has vouched.',
    'Ada Obi',
  ).nullable(),
  decidesFrom: time(
    'From when on the person decides as one of two. Null: has not signed up.',
    '2026-11-20T14:12:33.000Z',
  ).nullable(),
});
export type OperatorView = z.infer<typeof OperatorView>;

export const OperatorsView = listReply('OperatorsView', OperatorView, 'All operators, by name.');
export type OperatorsView = z.infer<typeof OperatorsView>;

export const InvitedView = reply('InvitedView', {
  ...OperatorView.shape,
  ...shownOnce(
    'link',
    'Where the person signs up, once and within a day. It is shown only now. Null: a machine user.',
    'https://desk.example.ng/desk/join/9Pq…',
  ),
});
export type InvitedView = z.infer<typeof InvitedView>;

export const SessionView = reply('SessionView', {
  sessionId: shownId('session', 'ose'),
  operator: text('Name of the operator.', 'Ada Obi'),
  createdAt: time('When the operator signed in.', '2026-11-20T14:12:33.000Z'),
  seenAt: time('When it was used last, to a minute.', '2026-11-20T14:12:33.000Z'),
  endsAt: time('When it ends if it is not used until then.', '2026-11-20T14:12:33.000Z'),
  address: text('Address that the operator signed in from.', '192.0.2.7').nullable(),
  agent: text('What the browser calls itself.', 'Mozilla/5.0 …').nullable(),
});
export type SessionView = z.infer<typeof SessionView>;

export const SessionsView = listReply('SessionsView', SessionView, 'Sessions that are open.');
export type SessionsView = z.infer<typeof SessionsView>;

export const TokenView = reply('TokenView', {
  tokenId: shownId('token', 'otk'),
  operator: text('Name of the operator.', 'Ada Obi'),
  label: text('What it is for.', 'nightly export').nullable(),
  role: oneOf(roles, 'It may do no more than this role.', 'viewer').nullable(),
  createdAt: time('When it was made.', '2026-11-20T14:12:33.000Z'),
  expiresAt: time('When it ends.', '2026-11-20T14:12:33.000Z'),
  endedAt: time('When somebody ended it. Null: nobody has.', '2026-11-20T14:12:33.000Z').nullable(),
  lastUsedAt: time('When it was used last, to a minute.', '2026-11-20T14:12:33.000Z').nullable(),
});
export type TokenView = z.infer<typeof TokenView>;

export const TokensView = listReply('TokensView', TokenView, 'Tokens, also those that have ended.');
export type TokensView = z.infer<typeof TokensView>;

export const NewTokenView = reply('NewTokenView', {
  tokenId: shownId('token', 'otk'),
  ...shownOnce('token', 'The token. It is shown only now.', 'mop_…'),
  expiresAt: time('When it ends.', '2026-11-20T14:12:33.000Z'),
});
export type NewTokenView = z.infer<typeof NewTokenView>;

export const EndedView = reply('EndedView', {
  id: text('Id of what has ended.', 'ose_01KA0000000000000000000000'),
});
export type EndedView = z.infer<typeof EndedView>;
