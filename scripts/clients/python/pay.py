"""Takes a payment of each amount; it prints each step with the amount that came back."""

from os import environ

import manilla


def env(name: str) -> str:
    return environ["MANILLA_" + name]


def came(step: str, amount: int) -> None:
    # A float would be printed as one.
    print(step, amount)


def take(client: manilla.ApiClient, amount: int) -> None:
    checkouts = manilla.CheckoutApi(client)
    reference = f"{env('REFERENCE')}-{amount}"
    order = manilla.InitiateRequest(
        email="ada@example.ng",
        phone_number="08031234567",
        first_name="Ada",
        last_name="Obi",
        amount=amount,
        payment_reference=reference,
        channels=[manilla.PaymentChannel.BANK],
    )
    came("initiate", checkouts.initiate_checkout(order).data.amount)

    wanted = manilla.CreateAccountRequest(
        payment_reference=reference, prefix=env("PREFIX"), validity=30, amount=amount
    )
    account = checkouts.create_checkout_account(wanted).data
    came("create-account", account.amount)

    transfer = manilla.SandboxCreditRequest(account_number=account.account_number, amount=amount)
    came("inward-credit", manilla.SandboxApi(client).send_inward_credit(transfer).data.amount)

    checkout = checkouts.query_checkout(reference).data
    came("query", checkout.amount)

    confirmation = manilla.CompleteRequest(
        payment_channel=manilla.PaymentChannel.BANK,
        account=account.account_number,
        amount=amount,
        payment_reference=reference,
        access_code=checkout.access_code,
    )
    paid = checkouts.complete_checkout(confirmation, prefer="wait=20").data
    came(f"complete-checkout {paid.status.value}", paid.amount_paid)


settings = manilla.Configuration(host=env("URL"))
with manilla.ApiClient(settings) as client:
    login = manilla.AuthenticateRequest(client_id=env("CLIENT_ID"), client_secret=env("CLIENT_SECRET"))
    settings.access_token = manilla.AuthenticationApi(client).authenticate(login).data.access_token
    for text in env("AMOUNTS").split():
        take(client, int(text))
