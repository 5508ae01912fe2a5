/** Words in the names of bank accounts that do not identify the holder, folded as src/domain/names.ts does. */

export const titles: readonly string[] = [
  ...['MR', 'MRS', 'MS', 'MISS', 'MASTER', 'MADAM', 'MAMA', 'DR', 'DOCTOR', 'PROF', 'PROFESSOR'],
  ...['ENGR', 'ENGINEER', 'ARC', 'ARCH', 'BARR', 'BARRISTER', 'ESQ', 'SIR', 'LADY', 'JP'],
  ...['CHIEF', 'OTUNBA', 'OBA', 'OLORI', 'PRINCE', 'PRINCESS', 'HRH', 'HRM', 'IGWE', 'LOLO', 'NZE'],
  ...['ALHAJI', 'ALHAJA', 'ALH', 'HAJI', 'HAJIA', 'HAJIYA', 'HAJ', 'MALLAM', 'MALAM', 'MAL'],
  ...['SHEIKH', 'SHEIK', 'IMAM', 'USTAZ', 'PASTOR', 'PST', 'REV', 'REVD', 'REVEREND', 'FR'],
  ...['BISHOP', 'APOSTLE', 'EVANG', 'EVANGELIST', 'PROPHET', 'DEACON', 'DEACONESS', 'DCN', 'BRO'],
  ...['HON', 'HONOURABLE', 'SEN', 'SENATOR', 'AMB', 'AMBASSADOR', 'COMR', 'COMRADE'],
  ...['CAPT', 'CAPTAIN', 'MAJ', 'MAJOR', 'COL', 'COLONEL', 'GEN', 'GENERAL', 'LT', 'SGT', 'INSP'],
];

export const legalForms: readonly string[] = [
  ...['LTD', 'LIMITED', 'PLC', 'INC', 'LLC', 'LLP', 'RC', 'BN'],
];

/** Words so common that half of all firms have one in the name. */
export const businessWords: readonly string[] = [
  ...['COMPANY', 'CO', 'ENTERPRISE', 'ENTERPRISES', 'ENT', 'NIG', 'NIGERIA', 'INTL'],
  ...['INTERNATIONAL', 'GLOBAL', 'VENTURES', 'SERVICES', 'AND', 'THE'],
];

export const tradeWords: readonly string[] = [
  ...['STORE', 'STORES', 'SHOP', 'SHOPS', 'TRADING', 'TRADERS', 'BUSINESS', 'GROUP', 'HOLDINGS'],
  ...['INVESTMENT', 'INVESTMENTS', 'CONCEPTS', 'RESOURCES', 'SOLUTIONS', 'FOODS', 'FASHION'],
  ...['MOTORS', 'SUPERMARKET', 'PHARMACY', 'RESTAURANT', 'HOTEL', 'SCHOOL', 'CHURCH', 'MINISTRY'],
];

/**
 * Words that stand beside the payer's name, or in place of it, when a wallet, an agent's terminal or a payment company
 * sends the money.
 */
export const railWords: readonly string[] = [
  ...['FROM', 'FRM', 'TO', 'BY', 'VIA', 'FOR', 'OF', 'AT', 'REF', 'NULL', 'NIL', 'UNKNOWN', 'TEST'],
  ...['TRANSFER', 'TRANSFERS', 'TRF', 'TRSF', 'TFR', 'TRANS', 'PAYMENT', 'PAYMENTS', 'PAY', 'PMT'],
  ...['DEPOSIT', 'CREDIT', 'INWARD', 'OUTWARD', 'SENDER', 'CUSTOMER', 'USER', 'AGENT', 'MERCHANT'],
  ...[
    'TERMINAL',
    'WALLET',
    'SETTLEMENT',
    'COLLECTION',
    'COLLECTIONS',
    'ACCOUNT',
    'ACCT',
    'SAVINGS',
  ],
  ...[
    'CURRENT',
    'VIRTUAL',
    'CHECKOUT',
    'ONLINE',
    'MOBILE',
    'APP',
    'WEB',
    'MB',
    'IB',
    'USSD',
    'POS',
  ],
  ...[
    'ATM',
    'NIP',
    'FIP',
    'NIBSS',
    'NEFT',
    'RTGS',
    'BANK',
    'MFB',
    'MICROFINANCE',
    'PSB',
    'DIGITAL',
  ],
  ...['TECHNOLOGY', 'TECHNOLOGIES', 'FINTECH', 'FLUTTERWAVE', 'FLW', 'PAYSTACK', 'PSTK', 'MONNIFY'],
  ...['MONIEPOINT', 'TEAMAPT', 'OPAY', 'PALMPAY', 'KUDA', 'SQUAD', 'GTSQUAD', 'INTERSWITCH'],
  ...[
    'QUICKTELLER',
    'REMITA',
    'PAGA',
    'CHIPPER',
    'NOMBA',
    'FAIRMONEY',
    'CARBON',
    'PAYAZA',
    'FINCRA',
  ],
  ...['KORA', 'KORAPAY', 'BUDPAY', 'SEERBIT', 'EYOWO', 'PIGGYVEST', 'COWRYWISE'],
];
