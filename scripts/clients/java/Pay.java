import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.CheckoutApi;
import org.openapitools.client.api.SandboxApi;
import org.openapitools.client.model.AuthenticateRequest;
import org.openapitools.client.model.CheckoutView;
import org.openapitools.client.model.CompleteCheckoutData;
import org.openapitools.client.model.CompleteRequest;
import org.openapitools.client.model.CreateAccountRequest;
import org.openapitools.client.model.DynamicAccountData;
import org.openapitools.client.model.InitiateRequest;
import org.openapitools.client.model.PaymentChannel;
import org.openapitools.client.model.SandboxCreditRequest;

/** Takes a payment of each amount; it prints each step with the amount that came back. */
public class Pay {
  static String env(String name) {
    return System.getenv("MANILLA_" + name);
  }

  /** A smaller type would not be passed as a Long. */
  static void came(String step, Long amount) {
    System.out.println(step + " " + amount);
  }

  public static void main(String[] args) throws ApiException {
    var client = new ApiClient().setBasePath(env("URL")).setReadTimeout(30_000);
    var login = new AuthenticateRequest().clientId(env("CLIENT_ID")).clientSecret(env("CLIENT_SECRET"));
    var token = new AuthenticationApi(client).authenticate(login).getData().getAccessToken();
    client.setBearerToken(token);
    for (var amount : env("AMOUNTS").split(" ")) take(client, Long.parseLong(amount));
  }

  static void take(ApiClient client, long amount) throws ApiException {
    var checkouts = new CheckoutApi(client);
    var reference = env("REFERENCE") + "-" + amount;
    var order = new InitiateRequest().email("ada@example.ng").phoneNumber("08031234567")
        .firstName("Ada").lastName("Obi").amount(amount).paymentReference(reference)
        .addChannelsItem(PaymentChannel.BANK);
    came("initiate", checkouts.initiateCheckout(order, null).getData().getAmount());

    var wanted = new CreateAccountRequest().paymentReference(reference).prefix(env("PREFIX"))
        .validity(30).amount(amount);
    DynamicAccountData account = checkouts.createCheckoutAccount(wanted, null).getData();
    came("create-account", account.getAmount());

    var transfer = new SandboxCreditRequest().accountNumber(account.getAccountNumber()).amount(amount);
    came("inward-credit", new SandboxApi(client).sendInwardCredit(transfer, null).getData().getAmount());

    CheckoutView checkout = checkouts.queryCheckout(reference, null, null).getData();
    came("query", checkout.getAmount());

    var confirmation = new CompleteRequest().paymentChannel(PaymentChannel.BANK)
        .account(account.getAccountNumber()).amount(amount).paymentReference(reference)
        .accessCode(checkout.getAccessCode());
    CompleteCheckoutData paid = checkouts.completeCheckout(confirmation, "wait=20", null).getData();
    came("complete-checkout " + paid.getStatus(), paid.getAmountPaid());
  }
}
