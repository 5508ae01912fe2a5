import org.openapitools.client.apis.AuthenticationApi
import org.openapitools.client.apis.CheckoutApi
import org.openapitools.client.apis.SandboxApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.AuthenticateRequest
import org.openapitools.client.models.CompleteRequest
import org.openapitools.client.models.CreateAccountRequest
import org.openapitools.client.models.InitiateRequest
import org.openapitools.client.models.PaymentChannel
import org.openapitools.client.models.SandboxCreditRequest

fun env(name: String): String = System.getenv("MANILLA_$name")

val url = env("URL")
val checkouts = CheckoutApi(url)

/** A smaller type would not be passed as a Long. */
fun came(step: String, amount: Long) = println("$step $amount")

/** Takes a payment of each amount; it prints each step with the amount that came back. */
fun main() {
    val login = AuthenticateRequest(env("CLIENT_ID"), env("CLIENT_SECRET"))
    ApiClient.accessToken = AuthenticationApi(url).authenticate(login).data.accessToken
    for (amount in env("AMOUNTS").split(" ")) take(amount.toLong())
}

fun take(amount: Long) {
    val reference = "${env("REFERENCE")}-$amount"
    val order = InitiateRequest(
        email = "ada@example.ng",
        phoneNumber = "08031234567",
        firstName = "Ada",
        lastName = "Obi",
        amount = amount,
        paymentReference = reference,
        channels = setOf(PaymentChannel.Bank),
    )
    came("initiate", checkouts.initiateCheckout(order).data.amount)

    val wanted = CreateAccountRequest(reference, env("PREFIX"), 30, amount)
    val account = checkouts.createCheckoutAccount(wanted).data
    came("create-account", account.amount)

    val transfer = SandboxCreditRequest(account.accountNumber, amount)
    came("inward-credit", SandboxApi(url).sendInwardCredit(transfer).data.amount)

    val checkout = checkouts.queryCheckout(reference).data
    came("query", checkout.amount)

    val accessCode = checkNotNull(checkout.accessCode)
    val confirmation = CompleteRequest(PaymentChannel.Bank, account.accountNumber, amount, reference, accessCode)
    val paid = checkouts.completeCheckout(confirmation, prefer = "wait=20").data
    came("complete-checkout ${paid.status.value}", paid.amountPaid)
}
