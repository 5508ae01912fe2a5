import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { Rule, TextField } from '../../http/fields.js';
import { PageView } from '../../http/paging.js';
import { ShownOnce } from '../../http/shown-once.js';
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
  @TextField({ max: 128 }, { description: 'Your password.', example: 'rain on tin' })
  password!: string;

  @TextField(
    { max: 40 },
    { description: 'Of your authenticator app, or a recovery code.', example: '123456' },
  )
  code!: string;
}

export class ProvenView {
  @ApiProperty({
    description: 'Until when your token may change operators.',
    format: 'date-time',
    example: '2026-11-20T14:22:33.000Z',
  })
  provenUntil!: string;
}

export class OwnPasswordRequest {
  @TextField(
    { max: 128, form: 'EXACT' },
    { description: 'The password of until now.', example: 'rain on tin' },
  )
  password!: string;

  @TextField(
    { max: 128, form: 'EXACT' },
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

const time = (description: string) =>
  ({ description, format: 'date-time', example: '2026-11-20T14:12:33.000Z' }) as const;
const maybeTime = (description: string) =>
  ({ ...time(description), type: String, nullable: true }) as const;
const maybeText = (description: string, example: string) =>
  ({ description, type: String, nullable: true, example }) as const;

export class MeView {
  @ApiProperty(idOf('operator', 'opr'))
  operatorId!: string;

  @ApiProperty({ description: 'Your name.', example: 'Ada Obi' })
  name!: string;

  @ApiProperty(roleField)
  role!: string;

  @ApiProperty({
    description: 'What you may do with this token.',
    type: [String],
    example: ['cases:read'],
  })
  permissions!: string[];
}

export class OperatorView {
  @ApiProperty(idOf('operator', 'opr'))
  operatorId!: string;

  @ApiProperty({ description: 'The name that histories show.', example: 'Ada Obi' })
  name!: string;

  @ApiProperty(roleField)
  role!: string;

  @ApiProperty({ description: 'Whether it is a person.', enum: kinds, example: 'PERSON' })
  kind!: string;

  @ApiProperty({
    description:
      'INVITED: has not signed up. NO_SECOND_FACTOR: can do nothing but set one. DISABLED: can do nothing.',
    enum: statuses,
    example: 'ACTIVE',
  })
  status!: string;

  @ApiProperty(maybeTime('When the link ends that waits to be used. Null: there is none.'))
  linkEndsAt!: string | null;

  @ApiProperty({ description: 'Number of recovery codes that are left.', example: 10 })
  recoveryCodesLeft!: number;

  @ApiProperty(maybeTime('When the operator was seen last, to a minute.'))
  lastSeenAt!: string | null;

  @ApiProperty(
    maybeText(
      'The operator who has let this one in alone, or stands behind who did. The two count as one person where two must decide. Null: nobody, or another administrator has vouched.',
      'Ada Obi',
    ),
  )
  standsFor!: string | null;

  @ApiProperty(maybeTime('From when on the person decides as one of two. Null: has not signed up.'))
  decidesFrom!: string | null;
}

export class OperatorsView {
  @ApiProperty({ description: 'All operators, by name.', type: [OperatorView] })
  items!: OperatorView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class InvitedView extends OperatorView {
  @ShownOnce(
    'Where the person signs up, once and within a day. It is shown only now. Null: a machine user.',
    'https://desk.example.ng/desk/join/9Pq…',
  )
  link!: string | null;
}

export class SessionView {
  @ApiProperty(idOf('session', 'ose'))
  sessionId!: string;

  @ApiProperty({ description: 'Name of the operator.', example: 'Ada Obi' })
  operator!: string;

  @ApiProperty(time('When the operator signed in.'))
  createdAt!: string;

  @ApiProperty(time('When it was used last, to a minute.'))
  seenAt!: string;

  @ApiProperty(time('When it ends if it is not used until then.'))
  endsAt!: string;

  @ApiProperty(maybeText('Address that the operator signed in from.', '192.0.2.7'))
  address!: string | null;

  @ApiProperty(maybeText('What the browser calls itself.', 'Mozilla/5.0 …'))
  agent!: string | null;
}

export class SessionsView {
  @ApiProperty({ description: 'Sessions that are open.', type: [SessionView] })
  items!: SessionView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class TokenView {
  @ApiProperty(idOf('token', 'otk'))
  tokenId!: string;

  @ApiProperty({ description: 'Name of the operator.', example: 'Ada Obi' })
  operator!: string;

  @ApiProperty(maybeText('What it is for.', 'nightly export'))
  label!: string | null;

  @ApiProperty({ ...maybeText('It may do no more than this role.', 'viewer'), enum: roles })
  role!: string | null;

  @ApiProperty(time('When it was made.'))
  createdAt!: string;

  @ApiProperty(time('When it ends.'))
  expiresAt!: string;

  @ApiProperty(maybeTime('When somebody ended it. Null: nobody has.'))
  endedAt!: string | null;

  @ApiProperty(maybeTime('When it was used last, to a minute.'))
  lastUsedAt!: string | null;
}

export class TokensView {
  @ApiProperty({ description: 'Tokens, also those that have ended.', type: [TokenView] })
  items!: TokenView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class NewTokenView {
  @ApiProperty(idOf('token', 'otk'))
  tokenId!: string;

  @ShownOnce('The token. It is shown only now.', 'mop_…')
  token!: string | null;

  @ApiProperty(time('When it ends.'))
  expiresAt!: string;
}

export class EndedView {
  @ApiProperty({ description: 'Id of what has ended.', example: 'ose_01KA0000000000000000000000' })
  id!: string;
}
