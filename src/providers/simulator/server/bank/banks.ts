import type { RailBank } from '../../../../domain/bank-rail.port.js';

/** The banks that the simulator's bank can send to: banks that a Nigerian payer may have, and the simulator's own. */
const codes: readonly (readonly [institutionCode: string, cbnCode: string | null, name: string])[] =
  [
    ['000014', '044', 'Access Bank'],
    ['000009', '023', 'Citibank Nigeria'],
    ['000010', '050', 'Ecobank Nigeria'],
    ['000007', '070', 'Fidelity Bank'],
    ['000016', '011', 'First Bank of Nigeria'],
    ['000003', '214', 'First City Monument Bank'],
    ['000027', '103', 'Globus Bank'],
    ['000013', '058', 'Guaranty Trust Bank'],
    ['000006', '301', 'Jaiz Bank'],
    ['000002', '082', 'Keystone Bank'],
    ['090267', '50211', 'Kuda Microfinance Bank'],
    ['090405', '50515', 'Moniepoint Microfinance Bank'],
    ['100004', null, 'OPay'],
    ['100033', null, 'PalmPay'],
    ['000008', '076', 'Polaris Bank'],
    ['000023', '101', 'Providus Bank'],
    ['999998', null, 'Simulator Bank'],
    ['090547', '50547', 'Simulator MFB'],
    ['000012', '221', 'Stanbic IBTC Bank'],
    ['000021', '068', 'Standard Chartered Bank Nigeria'],
    ['000001', '232', 'Sterling Bank'],
    ['000022', '100', 'SunTrust Bank'],
    ['000026', '302', 'TAJBank'],
    ['000025', '102', 'Titan Trust Bank'],
    ['000018', '032', 'Union Bank of Nigeria'],
    ['000004', '033', 'United Bank for Africa'],
    ['000011', '215', 'Unity Bank'],
    ['000017', '035', 'Wema Bank'],
    ['000015', '057', 'Zenith Bank'],
  ];

export const banks: readonly RailBank[] = codes.map(([institutionCode, cbnCode, name]) => ({
  institutionCode,
  cbnCode,
  name,
}));

const names: ReadonlyMap<string, string> = new Map(
  banks.map(({ institutionCode, name }) => [institutionCode, name]),
);

export function isKnownBank(institutionCode: string): boolean {
  return names.has(institutionCode);
}

/** Returns the name of a bank. A bank that is not in the list gets a name too, because a payer may have any bank. */
export function bankNameOf(institutionCode: string): string {
  return names.get(institutionCode) ?? `Bank ${institutionCode}`;
}
