/**
 * A merchant's client as somebody writes it who has the specification of the payment service and nothing else: its five
 * operations in full detail, its field names, its envelope. It knows neither our types nor our SDK, so that it fails when the
 * API leaves the specification.
 */

/** "Response envelope". */
export interface Envelope<Data = Record<string, unknown>> {
  isSuccessful: boolean;
  code: string;
  message: string;
  data: Data;
}

/** "Authentication data". */
export interface AuthData {
  access_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
}

/** "Initiate checkout": request body. */
export interface Order {
  email: string;
  phoneNumber: string;
  firstName: string;
  lastName: string;
  amount: number;
  paymentReference: string;
  channels: string[];
}

/** "Complete checkout": request body. */
export interface Confirmation {
  paymentChannel: string;
  account: string;
  amount: number;
  paymentReference: string;
  accessCode: string;
}

export interface Reply<Data = Record<string, unknown>> {
  status: number;
  contentType: string;
  body: Envelope<Data>;
}

export class SeedClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** Signs in as the specification says: success is HTTP 200 with isSuccessful true and code "00". */
  static async signIn(
    baseUrl: string,
    clientId: string,
    clientSecret: string,
  ): Promise<SeedClient> {
    const { status, body } = await SeedClient.authenticate(baseUrl, { clientId, clientSecret });
    if (status !== 200 || !body.isSuccessful || body.code !== '00') throw new Error(body.message);
    return new SeedClient(baseUrl, body.data.access_token);
  }

  static authenticate(baseUrl: string, credentials: object, token?: string) {
    return call<AuthData>(`${baseUrl}/api/v1/merchant/authenticate`, token, credentials);
  }

  initiate(order: Order) {
    return this.#post('initiate', order);
  }

  createAccount(account: {
    paymentReference: string;
    prefix: string;
    validity: number;
    amount: number;
  }) {
    return this.#post<{ accountNumber: string }>('create-account', account);
  }

  query(paymentReference: string) {
    const path = `${this.baseUrl}/api/v1/checkout/query/${paymentReference}`;
    return call<{ accessCode: string }>(path, this.token);
  }

  complete(confirmation: Confirmation) {
    return this.#post('complete-checkout', confirmation);
  }

  #post<Data = Record<string, unknown>>(operation: string, body: object): Promise<Reply<Data>> {
    return call<Data>(`${this.baseUrl}/api/v1/checkout/${operation}`, this.token, body);
  }
}

/** A GET without a body, else a POST. */
async function call<Data>(url: string, token?: string, body?: object): Promise<Reply<Data>> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: '*/*',
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: (await response.json()) as Envelope<Data>,
  };
}
